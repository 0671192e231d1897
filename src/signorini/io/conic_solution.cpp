#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/base/short_line.h"
#include "signorini/io/conic_files.h"
#include "signorini/io/input_files.h"
#include "signorini/problem/certificate.h"
#include "signorini/problem/pyramid_qp.h"

namespace signorini {
namespace {

constexpr int most_sides = 1000;

std::optional<double> as_number(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

/// A variable of write_qps().
struct Name {
  char kind = 0;  ///< V, R or B
  int number = 0, ray = 0, rays = 0;
};

std::optional<Name> as_name(std::string_view word) {
  if (word.size() < 2 || (word[0] != 'V' && word[0] != 'R' && word[0] != 'B')) return std::nullopt;
  Name name{word[0]};
  const char* const end = word.data() + word.size();
  const auto number = std::from_chars(word.data() + 1, end, name.number);
  if (number.ec != std::errc() || name.number < 0) return std::nullopt;
  if (name.kind != 'B') return number.ptr == end ? std::optional(name) : std::nullopt;
  if (number.ptr == end || *number.ptr != '_') return std::nullopt;
  const auto ray = std::from_chars(number.ptr + 1, end, name.ray);
  if (ray.ec != std::errc() || ray.ptr == end || *ray.ptr != '_') return std::nullopt;
  const auto rays = std::from_chars(ray.ptr + 1, end, name.rays);
  const bool sound = rays.ec == std::errc() && rays.ptr == end && name.ray >= 0 && name.ray < name.rays;
  return sound && name.rays <= most_sides ? std::optional(name) : std::nullopt;
}

struct Value {
  Name name;
  double value;
  int line;
};

struct Words {
  std::vector<Value> values;
  std::vector<double> numbers;
  bool numbers_only = true;
};

Words words_of(const std::filesystem::path& path) {
  std::istringstream text(read_input_file(path, "a solution file"));
  Words words;
  std::string line, word;
  for (int number = 1; std::getline(text, line); ++number) {
    std::istringstream in(line);
    std::optional<Name> name;
    bool comment = false;
    while (!comment && in >> word) {
      const auto value = as_number(word);
      comment = word.starts_with('#');
      if (comment) continue;
      if (value && name) {
        if (!std::isfinite(*value))
          throw InputError(fmt::format("{}:{}: {} is {}, expected a finite number", path.string(), number,
                                       one_short_line(line), word));
        words.values.push_back({*name, *value, number});
        name.reset();
        break;  // what follows are its reduced cost, its bounds
      }
      if (value) {
        words.numbers.push_back(*value);
        continue;
      }
      words.numbers_only = false;
      if (const auto found = as_name(word)) name = found;
    }
  }
  return words;
}

Solution solution_of_numbers(const std::filesystem::path& path, const std::vector<double>& numbers,
                             const ContactProblem& problem) {
  const auto wanted = static_cast<std::size_t>(problem.dof() + problem.rows());
  if (numbers.size() < wanted)
    throw InputError(fmt::format("{}: holds {} numbers, expected at least {}: {} velocities and {} impulses",
                                 path.string(), numbers.size(), wanted, problem.dof(), problem.rows()));
  const Eigen::Map<const Vector> all(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
  if (!all.head(static_cast<Eigen::Index>(wanted)).allFinite())
    throw InputError(fmt::format("{}: holds a number that is not finite", path.string()));
  return {all.head(problem.dof()), all.segment(problem.dof(), problem.rows()), {}};
}

[[noreturn]] void refuse(const std::filesystem::path& path, const Value& value, const char* what, int count) {
  const std::string name = value.name.kind == 'B'
                               ? fmt::format("B{}_{}_{}", value.name.number, value.name.ray, value.name.rays)
                               : fmt::format("{}{}", value.name.kind, value.name.number);
  throw InputError(
      fmt::format("{}:{}: {} is not of this problem, which has {} {}", path.string(), value.line, name, count, what));
}

}  // namespace

TextSolution read_text_solution(const std::filesystem::path& path, const ContactProblem& problem) {
  const Words words = words_of(path);
  if (words.values.empty() && words.numbers_only && !words.numbers.empty())
    return {solution_of_numbers(path, words.numbers, problem), std::nullopt};
  if (words.values.empty())
    throw InputError(
        fmt::format("{}: holds no variable V0, R0 or B0_0_3 with a value, nor numbers alone", path.string()));

  const Cones& cones = problem.cones;
  TextSolution result;
  for (const Value& value : words.values)
    if (!result.sides && value.name.rays >= 3) result.sides = value.name.rays;
  const int sides = result.sides.value_or(3);

  ContactProblem pyramids = problem;
  if (pyramids.law != Law::frictionless) pyramids.law = Law::pyramid;
  const PyramidQp qp(pyramids, sides);
  const ContactProblem& rows = qp.rows();
  std::vector<int> first(static_cast<std::size_t>(cones.friction()) + 1, cones.first_friction());
  for (int i = 0; i < cones.friction(); ++i)
    first[i + 1] = first[i] + (pyramids.friction(i) == 0 ? 1 : cones.dimension == 2 ? 2 : sides);
  Solution answer{Vector::Zero(rows.dof()), Vector::Zero(rows.rows()), {}};
  bool has_v = false;
  for (const Value& value : words.values) {
    const int k = value.name.number;
    if (value.name.kind == 'V') {
      if (k >= rows.dof()) refuse(path, value, "velocities", rows.dof());
      answer.v[k] = value.value;
      has_v = true;
    } else if (value.name.kind == 'R') {
      if (k >= cones.first_friction()) refuse(path, value, "rows without friction", cones.first_friction());
      answer.r[k] = value.value;
    } else {
      if (k >= cones.friction()) refuse(path, value, "friction cones", cones.friction());
      if (value.name.rays != first[k + 1] - first[k]) refuse(path, value, "rays in that cone", first[k + 1] - first[k]);
      answer.r[first[k] + value.name.ray] = value.value;
    }
  }
  if (!has_v) answer.v.resize(0);
  result.solution = qp.back(answer);
  return result;
}

}  // namespace signorini
