#pragma once

#include <hdf5.h>

#include <cstring>
#include <vector>

#include "reader.h"

/// Edits of a sound HDF5 file that the input spells out: mutants of bytes rarely get past HDF5 itself, these get to
/// what lies behind it, with datasets that are missing or have other types, sizes and values than they should.
namespace signorini::fuzz {

/// The input, a number at a time; zeros when it is used up.
class Script {
 public:
  Script(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return size_ == 0; }
  template <class Number>
  Number next() {
    Number number{};
    const std::size_t bytes = std::min(size_, sizeof number);
    std::memcpy(&number, data_, bytes);
    data_ += bytes;
    size_ -= bytes;
    return number;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

inline std::vector<std::string> names_in(hid_t file) {
  std::vector<std::string> names;
  const auto note = [](hid_t, const char* name, const H5O_info_t*, void* list) -> herr_t {
    if (std::string_view(name) != ".") static_cast<std::vector<std::string>*>(list)->push_back(name);
    return 0;
  };
  H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, note, &names);
  return names;
}

inline void put(hid_t file, const std::string& name, hid_t type, const std::vector<hsize_t>& shape,
                const void* values) {
  H5Ldelete(file, name.c_str(), H5P_DEFAULT);
  const hid_t space =
      shape.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
  const hid_t dataset = H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (dataset >= 0) {
    H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(dataset);
  }
  H5Sclose(space);
}

/// One entry of a dataset of numbers becomes another one.
inline void change_entry(hid_t file, const std::string& name, Script& script) {
  const hid_t dataset = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  if (dataset < 0) return;
  const hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  const H5T_class_t kind = H5Tget_class(type);
  if (count > 0 && (kind == H5T_INTEGER || kind == H5T_FLOAT)) {
    std::vector<double> values(static_cast<std::size_t>(count));
    H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    double& entry = values[script.next<std::uint16_t>() % values.size()];
    const int small = script.next<std::int8_t>();
    entry = small == 127 ? script.next<double>() : kind == H5T_FLOAT ? entry * small : entry + small;
    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  }
  H5Tclose(type);
  H5Sclose(space);
  H5Dclose(dataset);
}

inline void replace(hid_t file, const std::string& name, Script& script) {
  const hsize_t size = script.next<std::uint8_t>();
  const double fill = script.next<std::int8_t>();
  const std::vector<double> reals(size * 2 + 1, fill);
  const std::vector<int> integers(size * 2 + 1, static_cast<int>(fill));
  const std::vector<char> text(size * 2 + 64, 'x');
  switch (script.next<std::uint8_t>() % 6) {
    case 0:
      return put(file, name, H5T_NATIVE_DOUBLE, {size}, reals.data());
    case 1:
      return put(file, name, H5T_NATIVE_INT, {size}, integers.data());
    case 2:
      return put(file, name, H5T_NATIVE_DOUBLE, {}, reals.data());
    case 3:
      return put(file, name, H5T_NATIVE_INT, {size, 2}, integers.data());
    case 4:
      return put(file, name, H5T_C_S1, {}, text.data());
    default:
      H5Ldelete(file, name.c_str(), H5P_DEFAULT);
      H5Gclose(H5Gcreate2(file, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }
}

/// Carries out what the input says, at most a few edits.
inline void edit(const std::filesystem::path& path, Script script) {
  constexpr int most_edits = 8;
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  require(file >= 0, "the sound file does not open", path.native());
  for (int i = 0; i < most_edits && !script.empty(); ++i) {
    const auto names = names_in(file);
    if (names.empty()) break;
    const std::string& name = names[script.next<std::uint8_t>() % names.size()];
    const int kind = script.next<std::uint8_t>() % 8;
    if (kind == 0)
      H5Ldelete(file, name.c_str(), H5P_DEFAULT);
    else if (kind <= 2)
      replace(file, name, script);
    else
      change_entry(file, name, script);
  }
  H5Fclose(file);
}

}  // namespace signorini::fuzz
