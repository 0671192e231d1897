#include "play_choices.h"

#include "command.h"
#include "signorini/io/input_files.h"
#include "signorini/io/scene.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini::cli {

std::string play_choices(const Run& run, const std::map<std::string, std::string>& parameters, const Player& player) {
  Json all;
  all["laws"] = law_names();
  all["law"] = std::string(to_string(player.settings().law));
  all["solver"] = player.settings().solver;
  all["solvers"] = all["materials"] = all["parameters"] = Json::array();
  for (const CatalogueEntry& entry : catalogue()) {
    Json laws = Json::array();
    for (const Law law : entry.laws) laws.push_back(std::string(to_string(law)));
    all["solvers"].push_back({{"name", entry.name}, {"method", entry.method}, {"laws", laws}});
  }
  for (const Material& material : player.simulation().model().materials) all["materials"].push_back(material.name);
  InputFiles files(run.files);
  for (const auto& parameter : read_scene_summary(run.scene_path, files).parameters) {
    const auto set = parameters.find(parameter.name);
    all["parameters"].push_back(
        {{"name", parameter.name}, {"value", set == parameters.end() ? parameter.value : set->second}});
  }
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace signorini::cli
