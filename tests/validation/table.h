#pragma once

#include <string>
#include <utility>
#include <vector>

#include "validation/cases.h"

namespace signorini::test {

/// What ran, in the order in which it did.
using Outcomes = std::vector<std::pair<ValidationCase, Outcome>>;

/// The table as Markdown, a heading for each group.
std::string validation_table(const Outcomes& outcomes);

/// Writes table.md and a chart as SVG for each case that has one. Throws InputError when it cannot.
void write_validation(const Outcomes& outcomes, const std::string& folder);

}  // namespace signorini::test
