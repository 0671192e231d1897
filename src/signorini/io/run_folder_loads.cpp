#include "signorini/io/run_folder_loads.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "signorini/base/error.h"
#include "signorini/io/load_tables.h"
#include "signorini/io/output_settings.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

/// The first line of a file, and how to make those of a step.
struct LogContent {
  std::string names;
  std::function<std::string(const StepRecord&)> lines;
};

/// A line per step with columns for each joint or spring: "crank.force_x".
LogContent content_of(const std::vector<LoadTable>& tables) {
  std::string names = "step,time";
  for (const LoadTable& table : tables)
    for (const std::string& name : table.names)
      for (const LoadQuantity& quantity : table.quantities)
        for (std::size_t k = 0; k < quantity.width; ++k) {
          constexpr const char* axes[] = {"_x", "_y", "_z"};
          names += "," + csv_field(fmt::format("{}.{}{}", name, quantity.name, quantity.width > 1 ? axes[k] : ""));
        }
  return {names + "\n", [tables](const StepRecord& record) {
            std::vector<double> numbers;
            for (const LoadTable& table : tables)
              for (std::size_t place = 0; place < table.names.size(); ++place)
                for (const LoadQuantity& quantity : table.quantities) quantity.add(record, place, numbers);
            std::string line = fmt::format("{},{}", record.step, record.state.time);
            for (const double number : numbers) fmt::format_to(std::back_inserter(line), ",{}", number);
            return line + "\n";
          }};
}

/// A line per step and pair; one without names where nothing touches.
LogContent content_of_pairs(const Model& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies)
    names.push_back(body.name.empty() ? fmt::format("bodies[{}]", names.size()) : csv_field(body.name));
  for (std::size_t k = 0; k < model.flexible_bodies.size(); ++k) {
    const std::string& name = model.flexible_bodies[k].name;
    names.push_back(name.empty() ? fmt::format("flexible[{}]", k) : csv_field(name));
  }
  return {"step,time,body_a,body_b,contacts,force_x,force_y,force_z,torque_x,torque_y,torque_z\n",
          [names](const StepRecord& record) {
            const auto name = [&](int body) {
              return body < 0 ? std::string() : names.at(static_cast<std::size_t>(body));
            };
            std::string lines;
            const auto add = [&](const PairForce& pair) {
              const auto& [f, t] = std::pair(pair.force, pair.torque);
              fmt::format_to(std::back_inserter(lines), "{},{},{},{},{},{},{},{},{},{},{}\n", record.step,
                             record.state.time, name(pair.body_a), name(pair.body_b), pair.contacts, f.x(), f.y(),
                             f.z(), t.x(), t.y(), t.z());
            };
            for (const PairForce& pair : record.pairs) add(pair);
            if (record.pairs.empty()) add({});
            return lines;
          }};
}

LogContent content_of(const std::string& wanted, const Model& model) {
  const std::vector<std::string> known = csv_names();
  if (std::ranges::find(known, wanted) == known.end())
    throw InputError(fmt::format("output: csv: '{}' is not known, choose from {}", wanted, fmt::join(known, ", ")));
  if (wanted == "pairs") return content_of_pairs(model);
  std::vector<LoadTable> tables = load_tables(model);
  std::erase_if(tables, [&](const LoadTable& table) { return table.csv != wanted; });
  return content_of(tables);
}

}  // namespace

LoadLogs LoadLogs::create(const fs::path& folder, const std::vector<std::string>& wanted, const Model& model,
                          Manifest& manifest) {
  LoadLogs out;
  for (const std::string& each : wanted) {
    auto [names, lines] = content_of(each, model);
    out.logs_.push_back({StepLog::create(folder / (each + ".csv"), names, manifest), std::move(lines)});
  }
  return out;
}

LoadLogs LoadLogs::reopen(const fs::path& folder, const std::vector<std::string>& wanted, const Model& model,
                          std::int64_t last_step, const Manifest& manifest) {
  LoadLogs out;
  for (const std::string& each : wanted) {
    const fs::path path = folder / (each + ".csv");
    if (!manifest.lists(path))
      throw InputError(
          fmt::format("{}: was not written so far, and cannot begin in the middle of a run: leave it out "
                      "of 'csv', or start the run anew",
                      path.string()));
    out.logs_.push_back({StepLog::reopen(path, last_step, manifest), content_of(each, model).lines});
  }
  return out;
}

void LoadLogs::append(const StepRecord& record) {
  for (Log& log : logs_) log.file.append(log.lines(record));
}

void LoadLogs::flush() {
  for (Log& log : logs_) log.file.flush();
}

void LoadLogs::sync(Manifest& manifest) {
  for (Log& log : logs_) log.file.sync(manifest);
}

}  // namespace signorini
