#include "signorini/solver/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "signorini/base/error.h"
#include "signorini/base/names.h"

namespace signorini {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

template <typename Number>
bool parse_number(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

bool parse_bool(const std::string& text, bool& value) {
  if (text != "true" && text != "false") return false;
  value = text == "true";
  return true;
}

bool parse(const std::string& text, const OptionField& field) {
  return std::visit(Overloaded{[&](double* value) { return parse_number(text, *value); },
                               [&](int* value) { return parse_number(text, *value); },
                               [&](bool* value) { return parse_bool(text, *value); },
                               [&](std::string* value) {
                                 *value = text;
                                 return true;
                               }},
                    field.value);
}

bool in_range(const OptionField& field) {
  const auto number_in_range = [&](double value) {
    return std::isfinite(value) && value >= field.low && value <= field.high;
  };
  return std::visit(
      Overloaded{[&](const double* value) { return number_in_range(*value); },
                 [&](const int* value) { return number_in_range(*value); }, [&](const bool*) { return true; },
                 [&](const std::string* value) {
                   return std::find(field.words.begin(), field.words.end(), *value) != field.words.end();
                 }},
      field.value);
}

[[noreturn]] void refuse(const OptionField& field, const std::string& text, std::string_view owner) {
  const char* article = field.type() == "integer" ? "an" : "a";
  throw InputError(fmt::format("option {} of {} is '{}', expected {} {} in {}", field.name, owner, text, article,
                               field.type(), field.range()));
}

}  // namespace

std::string OptionField::type() const {
  return std::visit(Overloaded{[](const double*) { return "number"; }, [](const int*) { return "integer"; },
                               [](const bool*) { return "boolean"; }, [](const std::string*) { return "word"; }},
                    value);
}

std::string OptionField::range() const {
  return std::visit(Overloaded{[&](const double*) { return fmt::format("{}..{}", low, high); },
                               [&](const int*) { return fmt::format("{:.0f}..{:.0f}", low, high); },
                               [&](const bool*) { return std::string("true, false"); },
                               [&](const std::string*) { return fmt::format("{}", fmt::join(words, ", ")); }},
                    value);
}

std::string OptionField::text() const {
  return std::visit([](const auto* pointer) { return fmt::format("{}", *pointer); }, value);
}

void set_options(const OptionFields& fields, const OptionValues& values, std::string_view owner) {
  for (const auto& [name, text] : values) {
    const auto field =
        std::find_if(fields.begin(), fields.end(), [&wanted = name](const OptionField& f) { return f.name == wanted; });
    if (field == fields.end()) {
      std::vector<std::string> known;
      for (const auto& f : fields) known.push_back(f.name);
      throw InputError(unknown_name_message(fmt::format("option of {}", owner), name, known));
    }
    if (!parse(text, *field) || !in_range(*field)) refuse(*field, text, owner);
  }
}

void validate_options(const OptionFields& fields, std::string_view owner) {
  for (const auto& field : fields)
    if (!in_range(field)) refuse(field, field.text(), owner);
}

}  // namespace signorini
