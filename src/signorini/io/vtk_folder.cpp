#include "signorini/io/vtk_folder.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "signorini/io/run_folder_claim.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

std::string name_of_step(const char* name, std::int64_t step, const char* ending) {
  return fmt::format("{}_{:06d}.{}", name, step, ending);
}

}  // namespace

VtkFolder::VtkFolder(fs::path folder, std::shared_ptr<Manifest> manifest, const Model& model, double step)
    : folder_(std::move(folder)),
      writer_([files = std::move(manifest)](const fs::path& path, auto bytes) { files->write(path, bytes); }),
      bodies_(model),
      joints_(model.joints),
      step_(step),
      series_{{"bodies", "vtp", {}}, {"contacts", "vtp", {}}} {
  if (!joints_.empty()) series_.push_back({"joints", "vtp", {}});
  if (!model.flexible_bodies.empty()) {
    flexible_.emplace(model);
    series_.push_back({"flexible", "vtu", {}});
  }
  make_folder(folder_);
}

fs::path VtkFolder::file(const char* name, std::int64_t step, const char* ending) const {
  return folder_ / name_of_step(name, step, ending);
}

void VtkFolder::reopen(const std::vector<double>& times) {
  std::error_code error;
  for (std::size_t k = 0; k < times.size(); ++k)
    if (const auto step = static_cast<std::int64_t>(k); fs::exists(file("bodies", step), error)) add(step, times[k]);
}

void VtkFolder::write_start(const State& state) {
  StepRecord start;
  start.state = state;
  write(start);
}

void VtkFolder::write(const StepRecord& record) {
  bodies_.write(file("bodies", record.step), record.state, writer_);
  write_vtk_contacts(file("contacts", record.step), record.contacts, record.impulses, step_, writer_);
  if (!joints_.empty())
    write_vtk_joints(file("joints", record.step), joints_, record.joints, record.state.poses, writer_);
  if (flexible_) flexible_->write(file("flexible", record.step, "vtu"), record.state, writer_);
  add(record.step, record.state.time);
}

void VtkFolder::write_series() const {
  for (const Series& each : series_)
    write_vtk_series(folder_ / fmt::format("{}.pvd", each.name), each.entries, writer_);
}

void VtkFolder::add(std::int64_t step, double time) {
  for (Series& each : series_) each.entries.push_back({time, name_of_step(each.name, step, each.ending)});
}

}  // namespace signorini
