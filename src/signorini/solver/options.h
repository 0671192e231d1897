#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

/// One field of an options struct, under the name it has in C++, on the command line and in scene files.
struct OptionField {
  std::string name;
  std::variant<double*, int*, bool*, std::string*> value;
  /// Meaning, unit and source.
  std::string meaning;
  /// Closed range of numbers.
  double low = 0, high = 0;
  /// Allowed words, for text.
  std::vector<std::string> words = {};

  std::string type() const;
  std::string range() const;
  std::string text() const;
};
using OptionFields = std::vector<OptionField>;

/// key → value, as written by a user.
using OptionValues = std::map<std::string, std::string>;

/// Writes the values into the fields. Throws InputError that names option and value, and the nearest name or the valid
/// range.
void set_options(const OptionFields& fields, const OptionValues& values, std::string_view owner);

/// Throws InputError for the first field outside its range.
void validate_options(const OptionFields& fields, std::string_view owner);

}  // namespace signorini
