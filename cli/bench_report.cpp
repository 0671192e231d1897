#include "bench_report.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench_charts.h"
#include "report_parts.h"
#include "signorini/base/number_text.h"
#include "signorini/chart/markup.h"
#include "signorini/chart/performance_profile.h"
#include "signorini/io/atomic_file.h"

namespace signorini::cli {
namespace {

namespace fs = std::filesystem;

std::string number(const std::optional<double>& value) { return value ? fmt::format("{:.3g}", *value) : "–"; }
std::string number(const std::optional<std::int64_t>& value) { return value ? fmt::format("{}", *value) : "–"; }

std::string settings(const BenchPlan& plan) {
  std::string text = fmt::format("{} problems, {} solvers, law {}, time limit {} s", plan.problems.size(),
                                 plan.solvers.size(), plan.law.value_or("of each file"), plan.time_limit);
  if (plan.memory_limit > 0) text += fmt::format(", memory limit {} GB", plan.memory_limit);
  for (const auto& [solver, options] : plan.settings)
    if (!options.empty()) text += fmt::format(", {} with {}", solver, fmt::join(options, " "));
  return paragraph(text + ".");
}

std::string standings(const BenchTable& table) {
  HtmlTable html({"solver", "tolerance", "solved", "share", "median time ratio"}, 1);
  for (const auto& standing : table.standings()) {
    html.begin_row();
    html.cell(standing.solver);
    html.cell(tolerance_text(standing.tolerance));
    html.cell(fmt::format("{} of {}", standing.solved, standing.total));
    html.cell(standing.total > 0 ? fmt::format("{:.0f} %", 100.0 * static_cast<double>(standing.solved) /
                                                               static_cast<double>(standing.total))
                                 : "–");
    html.cell(number(standing.median_ratio));
  }
  return section("Who solves what") + html.html() +
         paragraph(
             "Time ratio: seconds over those of the fastest solver of the problem; its median is over the problems "
             "that the solver solved.");
}

std::string wrong_answers(const BenchTable& table) {
  if (table.wrong().empty()) return "";
  HtmlTable html({"problem", "solver", "tolerance", "certificate"}, 2);
  for (const auto* row : table.wrong()) {
    html.begin_row();
    html.cell(row->problem);
    html.cell(row->solver);
    html.cell(tolerance_text(row->tolerance));
    html.cell(number(row->certificate));
  }
  return section("Wrong answers") +
         "<p class=\"alarm\">These runs claim to be solved while the certificate says otherwise. That is a bug.</p>\n" +
         html.html();
}

/// For each problem the seconds of the fastest, and of the others how many times as long they took.
std::string winners(const BenchTable& table, std::size_t tolerance) {
  const BenchPlan& plan = table.plan();
  std::vector<std::string> header = {"problem", "fastest", "contacts", "seconds"};
  header.insert(header.end(), plan.solvers.begin(), plan.solvers.end());
  HtmlTable html(header, 2);
  const auto seconds = table.seconds(tolerance);
  const auto ratios = performance_ratios(seconds);
  for (std::size_t p = 0; p < table.readable().size(); ++p) {
    const BenchProblem& problem = *table.readable()[p];
    std::size_t best = 0;
    for (std::size_t s = 1; s < ratios.size(); ++s)
      if (ratios[s][p] < ratios[best][p]) best = s;
    const bool solved = std::isfinite(ratios[best][p]);
    html.begin_row();
    html.cell(problem.name);
    html.cell(solved ? plan.solvers[best] : "nobody");
    html.cell(number(table.about(problem).contacts));
    html.cell(solved ? fmt::format("{:.3g}", seconds[best][p]) : "–");
    for (std::size_t s = 0; s < ratios.size(); ++s) {
      if (std::isfinite(ratios[s][p]))
        html.cell(fmt::format("{:.3g}", ratios[s][p]), s == best ? "best" : "");
      else
        html.cell(table.row(problem, s, tolerance).status, "missed");
    }
  }
  return html.html();
}

std::string failures(const BenchTable& table) {
  const BenchPlan& plan = table.plan();
  HtmlTable html({"problem", "solver", "status", "message", "tolerance missed", "best certificate"}, 4);
  bool any = false;
  for (const auto* problem : table.readable())
    for (std::size_t s = 0; s < plan.solvers.size(); ++s) {
      std::optional<double> best;
      const BenchRow* first = nullptr;  // the loosest tolerance missed
      for (std::size_t t = 0; t < plan.tolerances.size(); ++t) {
        const BenchRow& row = table.row(*problem, s, t);
        if (!first && !row.solved()) first = &row;
        if (row.certificate && !(best && *best <= *row.certificate)) best = row.certificate;
      }
      if (!first) continue;
      any = true;
      html.begin_row();
      html.cell(problem->name);
      html.cell(first->solver);
      html.cell(first->status);
      html.cell(first->message);
      html.cell(tolerance_text(first->tolerance));
      html.cell(number(best));
    }
  return section("Missed") +
         (any ? paragraph(
                    "The loosest tolerance that was missed; tighter ones were then not run, except after a crash.") +
                    html.html()
              : paragraph("Every solver met every tolerance on every problem."));
}

std::string broken_files(const BenchTable& table) {
  if (table.broken().empty()) return "";
  HtmlTable html({"problem", "message"}, 2);
  for (const auto* problem : table.broken()) {
    html.begin_row();
    html.cell(problem->name);
    html.cell(table.row(*problem, 0, 0).message);
  }
  return section("Files that no solver could read") + paragraph("They count nowhere else.") + html.html();
}

void write(const fs::path& file, const std::string& text) { write_atomically(file, std::as_bytes(std::span(text))); }

}  // namespace

void write_report(const BenchTable& table, const fs::path& out) {
  fs::create_directories(out / "charts");
  const auto keep = [&](const BenchChart& chart) {
    write(out / "charts" / (chart.name + ".svg"), chart.svg);
    return inlined(chart.svg);
  };
  std::string html = report_head("Signorini benchmark") + circumstances() + settings(table.plan());
  html += wrong_answers(table) + standings(table) + keep(solved_chart(table));
  for (std::size_t t = 0; t < table.plan().tolerances.size(); ++t)
    html += section(fmt::format("Tolerance {}", tolerance_text(table.plan().tolerances[t]))) +
            keep(profile_chart(table, t)) +
            paragraph("Seconds of the fastest; for each solver its time as a multiple of that, or its status.") +
            winners(table, t);
  html += failures(table) + broken_files(table) + section("Certificate against time and iterations");
  html += paragraph("The run with the tightest tolerance of each solver that ended by itself.");
  for (const auto* problem : table.readable()) {
    html += fmt::format("<details><summary>{}</summary>\n", escape_markup(problem->name));
    for (const auto& chart : residual_charts(table, out, *problem)) html += keep(chart);
    html += "</details>\n";
  }
  write(out / "report.html", html + report_end);
}

}  // namespace signorini::cli
