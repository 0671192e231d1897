#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "command.h"
#include "http_server.h"
#include "interrupt.h"
#include "number.h"
#include "open_browser.h"
#include "output.h"
#include "signorini/base/error.h"
#include "signorini/io/atomic_file.h"
#include "signorini/view/run_view.h"
#include "view_export.h"
#include "view_pictures.h"
#include "view_runs.h"

namespace signorini::cli {
namespace {

constexpr int default_port = 8080;

struct Arguments {
  std::vector<std::string> folders;
  std::optional<std::string> page, gltf, video, frames, picture;
  double at = -1;  ///< s; negative: in the middle
  std::string most = "20MB", size = "1280x720";
  PictureSettings pictures;
  int every = 1;
  int port = default_port;
  bool no_browser = false;
};

int export_page(const Arguments& arguments) {
  const std::size_t most = bytes_from(arguments.most);
  require_writable(*arguments.page);
  const ExportedPage made = exported_page(arguments.folders.front(), most);
  write_atomically(*arguments.page, std::as_bytes(std::span(made.text)));
  say("{}: {:.1f} MB, opens in a browser without a network\n", *arguments.page,
      1e-6 * static_cast<double>(made.text.size()));
  if (!made.left_out.empty())
    say("  left out        {}; --max-size {} allows no more\n", made.left_out, arguments.most);
  return done;
}

int export_gltf(const Arguments& arguments) {
  require_writable(*arguments.gltf);
  const std::string bytes =
      view::RunView(arguments.folders.front(), {.stride = static_cast<std::size_t>(arguments.every)}).gltf();
  write_atomically(*arguments.gltf, std::as_bytes(std::span(bytes)));
  say("{}: {:.1f} MB, an animation in glTF 2.0\n", *arguments.gltf, 1e-6 * static_cast<double>(bytes.size()));
  return done;
}

/// "1280x720".
PictureSettings picture_settings(const Arguments& arguments) {
  PictureSettings settings = arguments.pictures;
  constexpr int most = 8192;
  const char* end = arguments.size.data() + arguments.size.size();
  const auto [cross, first] = std::from_chars(arguments.size.data(), end, settings.width);
  const auto [rest, second] = std::from_chars(std::min(cross + 1, end), end, settings.height);
  if (first != std::errc{} || second != std::errc{} || cross == end || *cross != 'x' || rest != end ||
      std::min(settings.width, settings.height) < 16 || std::max(settings.width, settings.height) > most)
    throw InputError(
        fmt::format("--size {}: expected width and height such as 1280x720, at most {}", arguments.size, most));
  return settings;
}

int draw(const Arguments& arguments) {
  const PictureSettings settings = picture_settings(arguments);
  const std::string& run = arguments.folders.front();
  catch_interrupts();
  if (arguments.picture) {
    write_picture(run, *arguments.picture, arguments.at < 0 ? std::nullopt : std::optional(arguments.at), settings);
    say("{}: {} × {} pixels\n", *arguments.picture, settings.width, settings.height);
  }
  if (arguments.frames) {
    const std::size_t count =
        write_pictures(run, *arguments.frames, static_cast<std::size_t>(arguments.every), settings);
    say("{}: {} pictures\n", *arguments.frames, count);
  }
  if (arguments.video) {
    const double seconds = write_video(run, *arguments.video, settings);
    say("{}: {:.1f} s of video\n", *arguments.video, seconds);
  }
  return done;
}

int view(const Arguments& arguments) {
  const bool writes = arguments.page || arguments.gltf || arguments.video || arguments.frames || arguments.picture;
  if (writes && arguments.folders.size() > 1)
    throw InputError("view: one folder at a time is written to a file; several are for looking at them");
  if (arguments.page) export_page(arguments);
  if (arguments.gltf) export_gltf(arguments);
  if (arguments.video || arguments.frames || arguments.picture) draw(arguments);
  if (writes) return done;
  ServedRuns runs(arguments.folders);
  HttpServer server(arguments.port, [&](const HttpRequest& request) { return runs.answer(request.path); });
  const std::string address = fmt::format("http://127.0.0.1:{}/", server.port());
  const std::string what = runs.count() > 1 ? fmt::format("{} runs", runs.count()) : arguments.folders.front();
  say("{}: look at it in a browser at {}  (Ctrl-C ends)\n", what, address);
  lost_output();
  if (!arguments.no_browser) open_browser(address);
  catch_interrupts();
  server.serve(interrupted);
  return done;
}

}  // namespace

void add_view(Command& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("view", "Show a run in the browser, or write it as one page");
  command
      ->add_option("folder", arguments->folders,
                   "Folder that run --out wrote, the run may still go on; or that holds such folders. Several are "
                   "shown side by side")
      ->required();
  command->add_option("--port", arguments->port, "Where the page is served, on this machine alone; 0: any that is free")
      ->range(0, 65535)
      ->capture_default_str();
  command->add_flag("--no-browser", arguments->no_browser, "Do not open a browser");
  command->add_option("--export", arguments->page, "Write one self-contained page instead, which opens from disk")
      ->type_name("FILE");
  command->add_option("--max-size", arguments->most, "How large that may become")->capture_default_str();
  command->add_option("--gltf", arguments->gltf, "Write bodies and their motion as glTF (.glb), for Blender")
      ->type_name("FILE");
  command->add_option("--video", arguments->video, "Write a video (.webm or .mp4), drawn by Chromium without a screen")
      ->type_name("FILE");
  command->add_option("--picture", arguments->picture, "Write one picture (.png or .jpg), drawn the same way")
      ->type_name("FILE");
  add_number(command, "--at", arguments->at, "When --picture is taken, s; default: in the middle of the run")
      ->default_str("");
  command->add_option("--frames", arguments->frames, "Write every frame as a picture (PNG), drawn the same way")
      ->type_name("DIR");
  add_number(command, "--every", arguments->every, "Of the frames, one in so many", Sign::positive);
  command->add_option("--size", arguments->size, "Of the pictures, in pixels")->capture_default_str();
  add_number(command, "--fps", arguments->pictures.frames_per_second, "Pictures a second of the video", Sign::positive);
  add_number(command, "--speed", arguments->pictures.speed, "Seconds of the run in one of the video", Sign::positive);
  command->add_option("--look", arguments->pictures.look,
                      "What the pictures show, as in the address of the page: theme=dark&contacts.arrows=true");
  command->callback([arguments, &action] { action = [arguments] { return view(*arguments); }; });
}

}  // namespace signorini::cli
