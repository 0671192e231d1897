#include "signorini/io/run_folder_summary.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace signorini {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Energies& energies) {
  return {{"kinetic", energies.kinetic},
          {"potential", energies.potential},
          {"elastic", energies.elastic},
          {"total", energies.total()}};
}

Json to_json(const EnergyChanges& changes) {
  Json json = Json::object();
  each_change(changes, [&](const char* name, double change) { json[name] = change; });
  return json;
}

}  // namespace

void RunSummary::add(const StepRecord& record) {
  if (record.failed) {
    failure = fmt::format("{}: {}", to_string(record.status), record.message);
    return;
  }
  ++steps;
  time = record.state.time;
  seconds.collision += record.times.collision;
  seconds.assemble += record.times.assemble;
  seconds.solve += record.times.solve;
  seconds.integrate += record.times.integrate;
  seconds.output += record.times.output;
  const std::int64_t contacts = static_cast<std::int64_t>(record.contacts.size());
  contacts_sum += contacts;
  contacts_max = std::max(contacts_max, contacts);
  iterations_sum += record.iterations;
  iterations_max = std::max<std::int64_t>(iterations_max, record.iterations);
  const double certificate = record.certificate.value();
  certificate_sum += certificate;
  if (std::isnan(certificate) || certificate > certificate_worst) certificate_worst = certificate;
  deepest_penetration = std::max(deepest_penetration, record.deepest_penetration);
  energy_end = record.energies;
  changes += record.changes;
  for (const Energies& energies : {energy_start, energy_end}) {
    kinetic_most = std::max(kinetic_most, energies.kinetic);
    stored_most = std::max(stored_most, energies.potential + energies.elastic);
    stored_least = std::min(stored_least, energies.potential + energies.elastic);
  }
  unexplained_most = std::max(unexplained_most, std::abs(changes.unexplained));
  stabilisation_share_most = stabilisation_share();
  joint_drift = std::max(joint_drift, record.joint_drift);
  impacts_cut_off += record.impacts_cut_off;
  inverted_elements = std::max<std::int64_t>(inverted_elements, record.inverted_elements);
  if (first_inverted.empty() && record.inverted_elements > 0)
    first_inverted = fmt::format("step {}: {}", record.step, record.first_inverted);
  unbalanced = std::max(unbalanced, record.unbalanced);
  if (record.pieces > 1) {
    shortest_piece = pieces_sum == 0 ? record.shortest_piece : std::min(shortest_piece, record.shortest_piece);
    pieces_sum += record.pieces;
    if (!record.too_coarse.empty() && too_coarse++ == 0)
      first_too_coarse = fmt::format("step {}: {}", record.step, record.too_coarse);
  }
  const bool gave_way = record.status == Status::solved && !record.relaxed.empty();
  ++(gave_way ? relaxed : by_status.at(static_cast<std::size_t>(record.status)));
  if ((record.status != Status::solved || gave_way) && first_miss.empty())
    first_miss =
        fmt::format("step {}, {}: {}", record.step, gave_way ? "relaxed" : to_string(record.status), record.message);
}

double RunSummary::energy_at_hand() const {
  constexpr double rounding = 1e-9;  // of the stored energy, which is known up to a constant: for bodies at rest
  if (steps == 0) return 0;
  return kinetic_most + stored_most - stored_least + std::abs(changes.forces) + std::abs(changes.motors) + free_fall +
         rounding * std::max(std::abs(stored_most), std::abs(stored_least));
}

double RunSummary::unexplained_share() const { return unexplained_most == 0 ? 0 : unexplained_most / energy_at_hand(); }

double RunSummary::stabilisation_share() const {
  if (changes.stabilisation == 0 || steps == 0) return stabilisation_share_most;
  // What was put in may be found in the motion, in the height, or first in one and then in the other.
  const double put_in = std::max(0.0, changes.stabilisation);
  const double found = std::min(put_in, kinetic_most) + std::min(put_in, stored_most - stored_least);
  const double rest = energy_at_hand() - found + gentle_push;
  return std::max(stabilisation_share_most, std::abs(changes.stabilisation) / rest);
}

double free_fall_energy(const Model& model, double step) {
  double mass = 0;
  for (const Body& body : model.bodies)
    if (!body.fixed) mass += body.mass;
  return 0.5 * mass * (step * model.gravity).squaredNorm();
}

double gentle_push_energy(const Model& model, const Settings& settings) {
  double mass = 0;
  for (const Body& body : model.bodies)
    if (!body.fixed) mass += body.mass;
  const double speed = settings.recovery_speed;
  return mass * (0.5 * speed * speed + model.gravity.norm() * contact_margin(model, settings));
}

std::string to_json(const RunSummary& summary, const std::string& scene, const std::filesystem::path& out,
                    bool complete) {
  const double steps = static_cast<double>(std::max<std::int64_t>(1, summary.steps));
  const StageTimes& seconds = summary.seconds;
  Json status = Json::object();
  for (std::size_t k = 0; k < summary.by_status.size(); ++k)
    if (summary.by_status[k] > 0) status[std::string(to_string(static_cast<Status>(k)))] = summary.by_status[k];
  if (summary.relaxed > 0) status["relaxed"] = summary.relaxed;
  Json json = {
      {"scene", scene},
      {"complete", complete},
      {"steps", summary.steps},
      {"time", summary.time},
      {"seconds",
       {{"total", seconds.collision + seconds.assemble + seconds.solve + seconds.integrate + seconds.output},
        {"collision", seconds.collision},
        {"assemble", seconds.assemble},
        {"solve", seconds.solve},
        {"integrate", seconds.integrate},
        {"output", seconds.output}}},
      {"contacts", {{"mean", static_cast<double>(summary.contacts_sum) / steps}, {"max", summary.contacts_max}}},
      {"iterations", {{"mean", static_cast<double>(summary.iterations_sum) / steps}, {"max", summary.iterations_max}}},
      {"certificate", {{"worst", summary.certificate_worst}, {"mean", summary.certificate_sum / steps}}},
      {"deepest_penetration", summary.deepest_penetration},
      {"joint_drift", summary.joint_drift},
      {"energy",
       {{"start", to_json(summary.energy_start)},
        {"end", to_json(summary.energy_end)},
        {"changes", to_json(summary.changes)},
        {"unexplained_share", summary.unexplained_share()},
        {"stabilisation_share", summary.stabilisation_share()}}},
      {"status", status},
      {"out", out.string()}};
  if (summary.unbalanced > 0) json["unbalanced"] = summary.unbalanced;
  if (summary.inverted_elements > 0) {
    json["inverted_elements"] = summary.inverted_elements;
    json["first_inverted"] = summary.first_inverted;
  }
  if (summary.impacts_cut_off > 0) json["impacts_cut_off"] = summary.impacts_cut_off;
  if (summary.pieces_sum > 0)
    json["pieces"] = {{"mean", static_cast<double>(summary.pieces_sum) / steps},
                      {"shortest", summary.shortest_piece},
                      {"too_coarse", summary.too_coarse}};
  if (summary.too_coarse > 0) json["pieces"]["first_too_coarse"] = summary.first_too_coarse;
  if (!summary.first_miss.empty()) json["first_miss"] = summary.first_miss;
  if (!summary.failure.empty()) json["failure"] = summary.failure;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";  // file names need not be UTF-8
}

}  // namespace signorini
