#pragma once

#include <hdf5.h>

#include <string>
#include <type_traits>
#include <vector>

/// Ways to spoil an HDF5 file that is open for writing, by the plain C interface so that our own code has no part in
/// it.
namespace signorini::testing {

inline void remove(hid_t file, const std::string& path) { H5Ldelete(file, path.c_str(), H5P_DEFAULT); }

inline void write_dataset(hid_t file, const std::string& path, hid_t type, const std::vector<hsize_t>& shape,
                          const void* data) {
  if (H5Lexists(file, path.c_str(), H5P_DEFAULT) > 0) remove(file, path);
  const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
  const hid_t set = H5Dcreate2(file, path.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (data) H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
  H5Dclose(set);
  H5Sclose(space);
}

inline void put(hid_t file, const std::string& path, const std::vector<int>& values) {
  write_dataset(file, path, H5T_NATIVE_INT, {values.size()}, values.data());
}

inline void put(hid_t file, const std::string& path, const std::vector<double>& values) {
  write_dataset(file, path, H5T_NATIVE_DOUBLE, {values.size()}, values.data());
}

inline void put_text(hid_t file, const std::string& path) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, 4);
  write_dataset(file, path, type, {1}, "abc");
  H5Tclose(type);
}

template <class Number>
std::vector<Number> get(hid_t file, const std::string& path) {
  const hid_t set = H5Dopen2(file, path.c_str(), H5P_DEFAULT);
  const hid_t space = H5Dget_space(set);
  std::vector<Number> out(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  const hid_t type = std::is_same_v<Number, int> ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE;
  H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data());
  H5Sclose(space);
  H5Dclose(set);
  return out;
}

/// Sets one entry of a dataset.
template <class Number>
void set(hid_t file, const std::string& path, std::size_t entry, Number value) {
  std::vector<Number> values = get<Number>(file, path);
  values.at(entry) = value;
  put(file, path, values);
}

template <class Number>
void resize(hid_t file, const std::string& path, int change) {
  std::vector<Number> values = get<Number>(file, path);
  values.resize(values.size() + static_cast<std::size_t>(change));
  put(file, path, values);
}

inline void write_attribute(hid_t file, const std::string& group, const std::string& name, int value) {
  const hid_t id = H5Gopen2(file, group.c_str(), H5P_DEFAULT);
  H5Adelete(id, name.c_str());
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute = H5Acreate2(id, name.c_str(), H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, H5T_NATIVE_INT, &value);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Gclose(id);
}

inline void write_law(hid_t file, const char* law) {
  const hid_t id = H5Gopen2(file, "/signorini", H5P_DEFAULT);
  H5Adelete(id, "law");
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, std::char_traits<char>::length(law) + 1);
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute = H5Acreate2(id, "law", type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, type, law);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
  H5Gclose(id);
}

inline void make_group(hid_t file, const std::string& path) {
  H5Gclose(H5Gcreate2(file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
}

}  // namespace signorini::testing
