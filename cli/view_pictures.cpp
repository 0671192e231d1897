#include "view_pictures.h"

#include <atomic>
#include <filesystem>
#include <optional>
#include <span>
#include <thread>

#include <fmt/format.h>

#include "http_server.h"
#include "interrupt.h"
#include "offscreen.h"
#include "signorini/base/error.h"
#include "signorini/io/atomic_file.h"
#include "view_runs.h"

namespace signorini::cli {
namespace {

/// A run that is served to a browser of our own.
class Drawing {
 public:
  Drawing(const std::string& run, const PictureSettings& settings)
      : browser_(std::in_place),
        runs_({run}),
        server_(0, [this](const HttpRequest& request) { return runs_.answer(request.path); }),
        thread_([this] { server_.serve([this] { return ending_.load(); }); }) {
    try {
      browser_->open(fmt::format("http://127.0.0.1:{}/#shadows=true&{}", server_.port(), settings.look), settings.width,
                     settings.height);
    } catch (...) {
      end();
      throw;
    }
  }
  ~Drawing() { end(); }
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

  nlohmann::json ask(const std::string& script) { return browser_->evaluate(script); }
  std::string bytes(const std::string& script) { return from_base64(ask(script).get<std::string>()); }

 private:
  void end() {
    browser_.reset();  // and its connections, for which the server would wait
    ending_ = true;
    if (thread_.joinable()) thread_.join();
  }

  std::optional<OffscreenBrowser> browser_;
  ServedRuns runs_;
  HttpServer server_;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

std::string size_of(const PictureSettings& settings) {
  return fmt::format("{{width: {}, height: {}}}", settings.width, settings.height);
}

}  // namespace

std::size_t write_pictures(const std::string& run, const std::string& folder, std::size_t every,
                           const PictureSettings& settings) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(fmt::format("{}: {}", folder, error.message()));
  Drawing drawing(run, settings);
  const auto frames = drawing.ask("viewer.run.frames").get<std::size_t>();
  std::size_t count = 0;
  for (std::size_t frame = 0; frame < frames && !interrupted(); frame += every, ++count) {
    const std::string picture =
        drawing.bytes(fmt::format("viewer.drawn({{frame: {}}}, {}, 'image/png')", frame, size_of(settings)));
    write_atomically_unsynced(fmt::format("{}/frame_{:05}.png", folder, frame), std::as_bytes(std::span(picture)));
  }
  return count;
}

double write_video(const std::string& run, const std::string& file, const PictureSettings& settings) {
  const bool mp4 = file.ends_with(".mp4");
  if (!mp4 && !file.ends_with(".webm")) throw InputError(fmt::format("{}: expected a name in .webm or .mp4", file));
  require_writable(file);
  Drawing drawing(run, settings);
  const std::string video = drawing.bytes(fmt::format("viewer.video('{}', {}, {:g}, {:g})", mp4 ? "mp4" : "webm",
                                                      size_of(settings), settings.frames_per_second, settings.speed));
  write_atomically(file, std::as_bytes(std::span(video)));
  return drawing.ask("viewer.duration").get<double>() / settings.speed;
}

void write_picture(const std::string& run, const std::string& file, std::optional<double> time,
                   const PictureSettings& settings) {
  require_writable(file);
  const bool jpeg = file.ends_with(".jpg") || file.ends_with(".jpeg");
  if (!jpeg && !file.ends_with(".png")) throw InputError(fmt::format("{}: expected a name in .png or .jpg", file));
  Drawing drawing(run, settings);
  const std::string at = time ? fmt::format("{{time: {:g}}}", *time) : std::string("{share: 0.5}");
  const std::string picture =
      drawing.bytes(fmt::format("viewer.drawn({}, {}, 'image/{}')", at, size_of(settings), jpeg ? "jpeg" : "png"));
  write_atomically(file, std::as_bytes(std::span(picture)));
}

std::vector<std::string> pictures_of(const std::string& run, const std::vector<double>& moments,
                                     const PictureSettings& settings) {
  Drawing drawing(run, settings);
  std::vector<std::string> pictures;
  for (const double share : moments)
    pictures.push_back(
        drawing.bytes(fmt::format("viewer.drawn({{share: {:g}}}, {}, 'image/jpeg')", share, size_of(settings))));
  return pictures;
}

}  // namespace signorini::cli
