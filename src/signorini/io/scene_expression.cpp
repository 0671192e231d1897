#include "signorini/io/scene_expression.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/base/names.h"
#include "signorini/io/limits.h"

namespace signorini {
namespace {

struct Function {
  std::string name;
  double (*one)(double);
  double (*two)(double, double);
  double (*three)(double, double, double) = nullptr;
};

const std::vector<Function>& functions() {
  static const std::vector<Function> table{
      {"sqrt", [](double x) { return std::sqrt(x); }, nullptr},
      {"sin", [](double x) { return std::sin(x); }, nullptr},
      {"cos", [](double x) { return std::cos(x); }, nullptr},
      {"tan", [](double x) { return std::tan(x); }, nullptr},
      {"asin", [](double x) { return std::asin(x); }, nullptr},
      {"acos", [](double x) { return std::acos(x); }, nullptr},
      {"atan", [](double x) { return std::atan(x); }, nullptr},
      {"abs", [](double x) { return std::abs(x); }, nullptr},
      {"floor", [](double x) { return std::floor(x); }, nullptr},
      {"ceil", [](double x) { return std::ceil(x); }, nullptr},
      {"min", nullptr, [](double x, double y) { return std::min(x, y); }},
      {"max", nullptr, [](double x, double y) { return std::max(x, y); }},
      {"mod", nullptr, [](double x, double y) { return x - y * std::floor(x / y); }},
      {"if", nullptr, nullptr, [](double x, double yes, double no) { return x > 0 ? yes : no; }},
  };
  return table;
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::size_t identifier_length(std::string_view text) {
  if (text.empty() || !is_letter(text.front())) return 0;
  const auto end = std::find_if_not(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
  return static_cast<std::size_t>(end - text.begin());
}

const SceneValue& look_up(const std::string& name, const SceneScope& scope) {
  const auto found = scope.find(name);
  if (found != scope.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [key, value] : scope) known.push_back(key);
  if (known.empty()) throw InputError(fmt::format("unknown name '{}' (the scene has no parameters)", name));
  throw InputError(unknown_name_message("name", name, known));
}

/// Recursive descent:  sum = product (± product)*,  product = signed (*|/ signed)*,  signed = ± signed | power,
/// power = atom (^ signed)?: -2^2 is -4 and 2^-1 is 1/2, as on paper.
class Parser {
 public:
  Parser(std::string_view text, const SceneScope& scope) : text_(text), scope_(scope) {}

  double whole() {
    const double value = sum();
    if (peek() != end_of_text) unexpected();
    return value;
  }

  /// One expression up to a closing brace, and how much of the text it took, the brace included.
  std::pair<double, std::size_t> braced() {
    const double value = sum();
    expect('}');
    return {value, at_};
  }

 private:
  static constexpr char end_of_text = '\0';
  /// Text nested deeper than this is not written by hand; without a bound it would exhaust the stack.
  static constexpr int deepest = 200;

  char peek() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : end_of_text;
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) peek() == end_of_text ? throw InputError(fmt::format("'{}' is missing at the end", c)) : unexpected();
  }
  [[noreturn]] void unexpected() {
    if (peek() == end_of_text) throw InputError("the expression ends too early");
    const std::string_view rest = text_.substr(at_);
    const std::size_t word = identifier_length(rest);
    throw InputError(fmt::format("'{}' is not expected there", rest.substr(0, std::max<std::size_t>(word, 1))));
  }

  double sum() {
    if (++depth_ > deepest) throw InputError("the expression is nested too deeply");
    double value = product();
    for (;;) {
      if (take('+'))
        value += product();
      else if (take('-'))
        value -= product();
      else
        break;
    }
    --depth_;
    return value;
  }

  double product() {
    double value = with_sign();
    for (;;) {
      if (take('*'))
        value *= with_sign();
      else if (take('/'))
        value /= with_sign();
      else
        return value;
    }
  }

  double with_sign() {
    bool negative = false;
    for (;;) {
      if (take('-'))
        negative = !negative;
      else if (!take('+'))
        break;
    }
    const double value = power();
    return negative ? -value : value;
  }

  double power() {
    const double base = atom();
    if (!take('^')) return base;
    if (++depth_ > deepest) throw InputError("the expression is nested too deeply");
    const double value = std::pow(base, with_sign());
    --depth_;
    return value;
  }

  double atom() {
    const char c = peek();
    if (take('(')) return closed_by(')');
    if (take('$')) {
      if (take('{')) return closed_by('}');
      return name();
    }
    if (is_letter(c)) return name();
    if (is_digit(c) || c == '.') return number();
    unexpected();
  }

  double closed_by(char bracket) {
    const double value = sum();
    expect(bracket);
    return value;
  }

  double number() {
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{}) unexpected();
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  double name() {
    const std::size_t length = identifier_length(text_.substr(at_));
    if (length == 0) unexpected();
    const std::string word(text_.substr(at_, length));
    at_ += length;
    if (peek() == '(') return call(word);
    if (word == "pi") return std::numbers::pi;
    const SceneValue& value = look_up(word, scope_);
    if (const double* number = std::get_if<double>(&value)) return *number;
    throw InputError(fmt::format("'{}' is {}, not a number", word, to_text(value)));
  }

  double call(const std::string& word) {
    const auto function =
        std::find_if(functions().begin(), functions().end(), [&](const Function& f) { return f.name == word; });
    if (function == functions().end()) throw InputError(unknown_name_message("function", word, expression_functions()));
    expect('(');
    const double first = sum();
    if (function->one != nullptr) {
      expect(')');
      return function->one(first);
    }
    expect(',');
    const double second = sum();
    if (function->two != nullptr) {
      expect(')');
      return function->two(first, second);
    }
    expect(',');
    const double third = sum();
    expect(')');
    return function->three(first, second, third);
  }

  std::string_view text_;
  const SceneScope& scope_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// The value that the text begins with, after its $, and the length it takes.
std::pair<SceneValue, std::size_t> value_after_dollar(std::string_view text, const SceneScope& scope) {
  if (text.starts_with('{')) {
    // A name alone keeps its type: words and truths too.
    const std::size_t close = text.find('}');
    if (close != std::string_view::npos) {
      std::string_view inside = text.substr(1, close - 1);
      while (!inside.empty() && is_space(inside.front())) inside.remove_prefix(1);
      while (!inside.empty() && is_space(inside.back())) inside.remove_suffix(1);
      if (is_identifier(inside) && inside != "pi") return {look_up(std::string(inside), scope), close + 1};
    }
    const auto [value, length] = Parser(text.substr(1), scope).braced();
    return {value, length + 1};
  }
  const std::size_t length = identifier_length(text);
  if (length == 0) throw InputError("a name or {expression} is missing after '$' ($$ stands for a dollar sign)");
  const std::string name(text.substr(0, length));
  return {name == "pi" ? SceneValue(std::numbers::pi) : look_up(name, scope), length};
}

}  // namespace

double evaluate_expression(std::string_view text, const SceneScope& scope) { return Parser(text, scope).whole(); }

std::string expand_text(std::string_view text, const SceneScope& scope) {
  std::string expanded;
  while (!text.empty()) {
    if (text.front() != '$') {
      expanded += text.front();
      text.remove_prefix(1);
    } else if (text.starts_with("$$")) {
      expanded += '$';
      text.remove_prefix(2);
    } else {
      const auto [value, length] = value_after_dollar(text.substr(1), scope);
      expanded += to_text(value);
      text.remove_prefix(length + 1);
    }
    if (expanded.size() > limits::text_bytes)
      throw InputError(fmt::format("with its parameters put in, the text has more than {} bytes", limits::text_bytes));
  }
  return expanded;
}

SceneValue expand_value(const std::string& text, const SceneScope& scope) {
  if (text.starts_with('$') && !text.starts_with("$$")) {
    const auto [value, length] = value_after_dollar(std::string_view(text).substr(1), scope);
    if (length + 1 == text.size()) return value;
  }
  return expand_text(text, scope);
}

const std::vector<std::string>& expression_functions() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const auto& function : functions()) result.push_back(function.name);
    return result;
  }();
  return names;
}

bool is_identifier(std::string_view text) { return !text.empty() && identifier_length(text) == text.size(); }

std::string to_text(const SceneValue& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

}  // namespace signorini
