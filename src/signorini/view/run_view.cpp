#include "signorini/view/run_view.h"

#include "signorini/view/run_content.h"

namespace signorini::view {

RunView::RunView(const std::filesystem::path& folder, const Sampling& sampling)
    : content_(std::make_unique<RunContent>(folder, sampling)) {}
RunView::RunView(RunView&&) noexcept = default;
RunView::~RunView() = default;
std::size_t RunView::frame_count() const { return content_->frame_count(); }
std::size_t RunView::chunk_count() const { return content_->chunk_count(); }
std::string RunView::description() const { return content_->description(); }
std::string RunView::geometry() const { return content_->geometry(); }
std::string RunView::steps() const { return content_->steps(); }
std::vector<double> RunView::step_column(const std::string& name) const { return content_->step_column(name); }
std::string RunView::frames(std::size_t chunk) const { return content_->frames(chunk); }
std::string RunView::contacts(std::size_t chunk) const { return content_->contacts(chunk); }
std::string RunView::gltf() const { return content_->gltf(); }

}  // namespace signorini::view
