#include <charconv>
#include <memory>
#include <optional>
#include <thread>

#include <sys/random.h>

#include <fmt/format.h>

#include "command.h"
#include "http_server.h"
#include "interrupt.h"
#include "key_values.h"
#include "number.h"
#include "open_browser.h"
#include "output.h"
#include "play_session.h"
#include "signorini/base/error.h"
#include "signorini/io/atomic_file.h"
#include "thread_count.h"
#include "view_page.h"

namespace signorini::cli {
namespace {

constexpr int default_port = 8081;
constexpr const char *binary = "application/octet-stream", *json = "application/json";

struct Arguments {
  std::string scene, out = "out/play";
  double step = 0, tolerance = 0;
  std::optional<std::string> solver, law;
  std::vector<std::string> settings;
  int port = default_port, threads = 1;
  bool no_browser = false;
};

Run read_scene_to_play(const Arguments& arguments, const std::map<std::string, std::string>& parameters) {
  Run run = read_run(arguments.scene, parameters);
  Settings& settings = run.scene.settings;
  if (arguments.step > 0) settings.step = arguments.step;
  if (arguments.law) settings.law = law_from_string(*arguments.law);
  if (arguments.solver) {
    settings.solver = *arguments.solver;
    settings.solver_options.clear();
  }
  if (arguments.tolerance > 0) settings.tolerance = arguments.tolerance;
  return run;
}

/// 128 random bits: who may give orders.
std::string new_token() {
  unsigned char bytes[16];
  if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes))
    throw InputError("play: the system gives no random numbers");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

/// Takes as long for any token of the right length.
bool same_token(const std::string& given, const std::string& token) {
  if (given.size() != token.size()) return false;
  unsigned char difference = 0;
  for (std::size_t k = 0; k < token.size(); ++k) difference |= static_cast<unsigned char>(given[k] ^ token[k]);
  return difference == 0;
}

std::string error_text(const char* what) {
  return Json{{"error", what}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

HttpAnswer answer(const HttpRequest& request, const std::string& token, PlaySession& session) {
  const std::string& path = request.path;
  if (request.method == "POST") {
    if (!same_token(request.token, token)) return {.status = 403, .type = json, .body = error_text("no such token")};
    if (path != "/api/order") return {.status = 404, .body = "not found\n"};
    try {
      return {.type = json, .body = session.order(request.body)};
    } catch (const InputError& error) {
      return {.status = 400, .type = json, .body = error_text(error.what())};
    }
  }
  if (auto page = page_answer(path)) return *page;
  if (path == "/api/run") return {.type = json, .body = session.description()};
  if (path == "/api/runs") return {.type = json, .body = R"({"runs": ["play"], "together": false})"};
  if (path == "/api/choices") return {.type = json, .body = session.choices()};
  if (path == "/api/geometry") return {.type = binary, .body = session.geometry()};
  if (const std::string name = "/api/live/"; path.starts_with(name)) {
    std::int64_t seen = 0;
    const char* end = path.data() + path.size();
    const auto [rest, error] = std::from_chars(path.data() + name.size(), end, seen);
    if (error == std::errc{} && rest == end && seen >= 0) return {.type = binary, .body = session.moment_after(seen)};
  }
  return {.status = 404, .body = "not found\n"};
}

int play(const Arguments& arguments) {
  const auto reads = [&](const std::map<std::string, std::string>& parameters) {
    return read_scene_to_play(arguments, parameters);
  };
  use_threads(arguments.threads, BlasThreads::one, {});
  PlaySession session(reads, parse_key_values(arguments.settings), arguments.out);
  const std::string token = new_token();
  HttpServer server(
      arguments.port, [&](const HttpRequest& request) { return answer(request, token, session); }, Methods::drive);
  const std::string address = fmt::format("http://127.0.0.1:{}/#token={}", server.port(), token);
  say("{}: play with it in a browser at {}  (Ctrl-C ends)\n", arguments.scene, address);
  lost_output();
  if (!arguments.no_browser) open_browser(address);
  catch_interrupts();
  std::thread served([&] { server.serve(interrupted); });
  session.run(interrupted);
  served.join();
  const PlaySession::Cost cost = session.cost();
  if (cost.steps > 0 && cost.running > 0)
    say("{} steps of {:.3g} ms in {:.3g} s; showing them took {:.2g} % of that time\n", cost.steps,
        1e3 * cost.stepping / static_cast<double>(cost.steps), cost.running, 100 * cost.serving / cost.running);
  return done;
}

}  // namespace

void add_play(Command& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("play", "Simulate a scene live in the browser, and play with it");
  command->add_option("scene", arguments->scene, "Scene file (YAML)")->required();
  command->add_option("--out", arguments->out, "Folder below which runs are saved that were played")
      ->capture_default_str();
  add_number(command, "--step", arguments->step, "Time step, s; default: the scene's", Sign::positive)->default_str("");
  command->add_option("--solver", arguments->solver, "Default: the scene's, else auto");
  command->add_option("--law", arguments->law,
                      "frictionless, convex, coulomb or pyramid; default: the scene's, else coulomb");
  add_number(command, "--tolerance", arguments->tolerance, "Certificate of each step; default: the scene's",
             Sign::positive)
      ->default_str("");
  command->add_option("--set", arguments->settings, "Parameter of the scene as key=value; may be repeated")
      ->allow_extra_args(false);
  add_number(command, "--threads", arguments->threads, "Threads that find contacts and sweep", Sign::positive);
  command->add_option("--port", arguments->port, "Where the page is served, on this machine alone; 0: any that is free")
      ->range(0, 65535)
      ->capture_default_str();
  command->add_flag("--no-browser", arguments->no_browser, "Do not open a browser");
  command->callback([arguments, &action] { action = [arguments] { return play(*arguments); }; });
}

}  // namespace signorini::cli
