#include "run_report.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "offscreen.h"
#include "report_parts.h"
#include "signorini/base/error.h"
#include "signorini/base/number_text.h"
#include "signorini/chart/chart.h"
#include "signorini/io/atomic_file.h"
#include "signorini/view/run_view.h"
#include "view_pictures.h"

namespace signorini::cli {
namespace {

/// Points of a curve; more cannot be seen. Of each group the largest is kept, so that no peak is lost.
constexpr std::size_t most_points = 600;
constexpr std::size_t most_worst = 12;

/// The columns of the trajectory that are about steps.
class Steps {
 public:
  explicit Steps(const view::RunView& view) : view_(view), time_(view.step_column("time")) {}

  std::size_t count() const { return time_.size(); }
  std::vector<double> column(const std::string& name) const {
    std::vector<double> values = view_.step_column(name);
    values.resize(count());
    return values;
  }
  std::vector<double> certificate() const {
    std::vector<double> natural = column("natural"), dynamics = column("dynamics");
    for (std::size_t k = 0; k < count(); ++k) natural[k] = std::max(natural[k], dynamics[k]);
    return natural;
  }
  Series series(const std::string& name, const std::vector<double>& values) const {
    Series line{.name = name, .x = {}, .y = {}};
    const std::size_t group = (count() + most_points - 1) / most_points;
    for (std::size_t k = 0; k < count(); k += group) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(k);
      const auto end = values.begin() + static_cast<std::ptrdiff_t>(std::min(count(), k + group));
      line.x.push_back(time_[k]);
      line.y.push_back(*std::max_element(first, end));
    }
    return line;
  }

 private:
  const view::RunView& view_;
  std::vector<double> time_;
};

std::string chart(const std::string& title, const std::string& unit, bool logarithmic, std::vector<Series> series) {
  return inlined(to_svg({.title = title,
                         .x = {.label = "time, s"},
                         .y = {.label = unit, .logarithmic = logarithmic},
                         .series = std::move(series)}));
}

std::vector<double> sum_up(std::vector<double> values) {
  std::partial_sum(values.begin(), values.end(), values.begin());
  return values;
}

std::string charts(const Steps& steps, double tolerance) {
  const auto of = [&](const char* name, const char* column) { return steps.series(name, steps.column(column)); };
  const auto ms = [&](const char* name, const std::string& stage) {
    std::vector<double> values = steps.column("seconds_" + stage);
    for (double& each : values) each *= 1000;
    return steps.series(name, values);
  };
  std::string html = section("Energies");
  html += chart("Energies", "J", false,
                {of("kinetic", "kinetic"), of("potential", "potential"), of("elastic", "elastic"),
                 steps.series("unexplained", sum_up(steps.column("change_unexplained")))});
  html += section("Certificate");
  html += paragraph("How far each step is from the contact law and the equations of motion; the tolerance beside it.");
  html += chart("Certificate", "", true,
                {steps.series("certificate", steps.certificate()),
                 steps.series("tolerance", std::vector<double>(steps.count(), tolerance))});
  html += section("Contacts and iterations");
  html += chart("Contacts and iterations", "", false, {of("contacts", "contacts"), of("iterations", "iterations")});
  html += section("Time by stage");
  html += chart("Time by stage", "ms a step", false,
                {ms("collision", "collision"), ms("assembly", "assemble"), ms("solver", "solve"),
                 ms("integration", "integrate"), ms("output", "output")});
  return html;
}

std::string what_was_run(const Run& run) {
  const Settings& settings = run.scene.settings;
  HtmlTable table({"setting", "value"}, 2);
  const auto row = [&](const std::string& name, const std::string& value) {
    table.begin_row();
    table.cell(name);
    table.cell(value);
  };
  row("scene", run.source);
  for (const auto& [name, value] : run.parameters) row("parameter " + name, value);
  row("bodies", fmt::format("{}", run.scene.model.bodies.size()));
  if (!run.scene.model.joints.empty()) row("joints", fmt::format("{}", run.scene.model.joints.size()));
  if (!run.scene.model.flexible_bodies.empty())
    row("flexible bodies", fmt::format("{}", run.scene.model.flexible_bodies.size()));
  row("time step", fmt::format("{:g} s", settings.step));
  row("law", std::string(to_string(settings.law)));
  row("solver", settings.solver.empty() ? "auto" : settings.solver);
  for (const auto& [name, value] : settings.solver_options) row("solver option " + name, value);
  row("tolerance", tolerance_text(settings.tolerance));
  return table.html();
}

std::string how_it_went(const RunResult& result) {
  const RunSummary& s = result.summary;
  const double steps = std::max<double>(1, static_cast<double>(s.steps));
  HtmlTable table({"", "", "at worst"}, 1);
  const auto row = [&](const std::string& name, const std::string& value, const std::string& worst = "") {
    table.begin_row();
    table.cell(name);
    table.cell(value);
    table.cell(worst);
  };
  row("steps", fmt::format("{}{}", s.steps, result.complete ? "" : ", not complete"));
  row("simulated", fmt::format("{:g} s", s.time));
  for (std::size_t k = 0; k < s.by_status.size(); ++k)
    if (s.by_status[k] > 0)
      row(fmt::format("steps that ended as {}", to_string(static_cast<Status>(k))), fmt::format("{}", s.by_status[k]));
  if (s.relaxed > 0) row("steps in which something gave way", fmt::format("{}", s.relaxed));
  row("contacts", fmt::format("{:.1f}", static_cast<double>(s.contacts_sum) / steps),
      fmt::format("{}", s.contacts_max));
  row("iterations", fmt::format("{:.1f}", static_cast<double>(s.iterations_sum) / steps),
      fmt::format("{}", s.iterations_max));
  row("certificate", fmt::format("{:.2e}", s.certificate_sum / steps), fmt::format("{:.2e}", s.certificate_worst));
  row("penetration, m", "", fmt::format("{:.2e}", s.deepest_penetration));
  row("energy at the start, J", fmt::format("{:.6g}", s.energy_start.total()));
  row("energy at the end, J", fmt::format("{:.6g}", s.energy_end.total()));
  row("unexplained energy, share", fmt::format("{:.1e}", s.unexplained_share()));
  const StageTimes& t = s.seconds;
  for (const auto& [name, seconds] : {std::pair{"collision", t.collision},
                                      {"assembly", t.assemble},
                                      {"solver", t.solve},
                                      {"integration", t.integrate},
                                      {"output", t.output}})
    row(fmt::format("seconds of {}", name), fmt::format("{:.3g}", seconds));
  if (!s.first_miss.empty()) row("first miss", s.first_miss);
  if (!s.failure.empty()) row("could not go on", s.failure);
  return table.html();
}

std::string worst_steps(const Steps& steps, const std::filesystem::path& folder) {
  const std::vector<double> certificate = steps.certificate(), number = steps.column("step"),
                            time = steps.column("time"), contacts = steps.column("contacts"),
                            iterations = steps.column("iterations"), seconds = steps.column("seconds_solve");
  std::vector<std::size_t> order(steps.count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return !(certificate[a] <= certificate[b]) && certificate[b] <= INFINITY;
  });
  order.resize(std::min(order.size(), most_worst));
  HtmlTable table({"problem", "step", "time, s", "certificate", "contacts", "iterations", "seconds of the solver"}, 1);
  for (const std::size_t k : order) {
    const std::string problem = fmt::format("problems/step_{:06}.hdf5", static_cast<std::int64_t>(number[k]));
    table.begin_row();
    if (std::filesystem::exists(folder / problem))
      table.link(problem, problem);
    else
      table.cell("not saved");
    for (const double each : {number[k], time[k]}) table.cell(fmt::format("{:g}", each));
    table.cell(fmt::format("{:.2e}", certificate[k]));
    for (const double each : {contacts[k], iterations[k]}) table.cell(fmt::format("{:g}", each));
    table.cell(fmt::format("{:.3g}", seconds[k]));
  }
  return section("Worst steps") + table.html() +
         paragraph(
             "The contact problems of the three worst steps are saved, and those named by --save-problem. signorini "
             "solve takes them from there, and the page of signorini view shows how its solver converges.");
}

}  // namespace

std::string write_run_report(const Run& run, const RunResult& result) {
  const view::RunView view(run.folder);
  const Steps steps(view);
  std::string html = report_head(run.scene.name) + circumstances();
  std::string fault;
  try {
    PictureSettings settings;
    settings.width = 640;
    settings.height = 420;
    std::string images;
    for (const std::string& picture : pictures_of(run.folder.string(), {0, 0.5, 1}, settings))
      images += fmt::format("<img alt=\"The scene\" src=\"data:image/jpeg;base64,{}\">", to_base64(picture));
    html += "<p>" + images + "</p>\n";
  } catch (const InputError& error) {
    fault = error.what();
    html += paragraph("No pictures: " + fault);
  }
  html += section("What was run") + what_was_run(run) + section("How it went") + how_it_went(result);
  if (steps.count() > 0) html += charts(steps, run.scene.settings.tolerance) + worst_steps(steps, run.folder);
  html += report_end;
  write_atomically(run.folder / "report.html", std::as_bytes(std::span(html)));
  return fault;
}

}  // namespace signorini::cli
