#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace signorini {

/// What a name in a scene file stands for: a number, a truth or a word.
using SceneValue = std::variant<double, bool, std::string>;
/// The parameters of a scene and the indices of the loops around the place that is read.
using SceneScope = std::map<std::string, SceneValue>;

/// The number that an expression stands for: + - * / ^, parentheses, names (with or without a leading $), ${…} as
/// parentheses, pi, and the functions of expression_functions(). Throws InputError, in a few words and without a place,
/// when the text is no expression or names something that is not a number.
double evaluate_expression(std::string_view text, const SceneScope& scope);

/// The text with each $name and ${expression} replaced by its value; $$ stands for a dollar sign. Throws as above.
std::string expand_text(std::string_view text, const SceneScope& scope);

/// The value itself, with its type, when the text is nothing but one $name or ${expression}; else the expanded text.
SceneValue expand_value(const std::string& text, const SceneScope& scope);

/// sqrt, sin, …: names that a parameter cannot have.
const std::vector<std::string>& expression_functions();

/// Whether it can name a parameter or an index: a letter, then letters, digits and underscores.
bool is_identifier(std::string_view text);

/// As a user would write it.
std::string to_text(const SceneValue& value);

}  // namespace signorini
