#include <optional>
#include <random>
#include <regex>

#include "cli/http_client.h"
#include "cli/program.h"

/// `signorini view` as a browser meets it, and as those meet it who should not.
namespace signorini {
namespace {

using namespace signorini::testing;

class View : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder / "scene.yaml")
        << "bodies:\n"
           "  - {name: \"</script><b>\", shape: {type: sphere, radius: 0.1}, density: 1000, position: [0, 0, 0.1]}\n"
           "  - {name: floor, fixed: true, shape: {type: plane}}\n"
           "time: {step: 0.01, duration: 0.2}\n";
    ASSERT_EQ(Running(folder, {"run", "scene.yaml", "--out", "out", "--quiet"}).wait().exit_code, 0);
  }
  void serve() {
    program.emplace(folder, Words{"view", "out", "--port", "0", "--no-browser"}, Running::Output::terminal);
    std::string screen;  // outlives the match, which points into it
    std::smatch match;
    for (int k = 0; k < 1000; ++k) {
      screen = program->screen();
      if (std::regex_search(screen, match, std::regex("127\\.0\\.0\\.1:([0-9]+)/"))) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ASSERT_FALSE(match.empty());
    port = std::stoi(match[1]);
  }
  std::string send(const std::string& bytes) const { return HttpClient{port}.send(bytes); }
  std::string get(const std::string& target, const std::string& more = "", const std::string& host = "") const {
    return HttpClient{port}.get(target, more, host);
  }
  static int status(const std::string& answer) { return HttpClient::status(answer); }

  TemporaryFolder folder;
  std::optional<Running> program;
  int port = 0;
};

TEST_F(View, ServesThePageAndTheRun) {
  serve();
  EXPECT_EQ(status(get("/")), 200);
  EXPECT_NE(get("/").find("Content-Encoding: gzip"), std::string::npos);
  const std::string run = get("/api/run");
  EXPECT_EQ(Json::parse(run.substr(run.find("\r\n\r\n") + 4))["frames"], 21);
  for (const char* target : {"/api/geometry", "/api/steps", "/api/frames/0", "/api/contacts/0"})
    EXPECT_NE(get(target).find("\r\n\r\nSGV1"), std::string::npos) << target;
  EXPECT_NE(get("/h5wasm.js").find("Content-Type: text/javascript\r\n"), std::string::npos);
  EXPECT_NE(get("/h5wasm.wasm").find("Content-Type: application/wasm\r\n"), std::string::npos);
  EXPECT_EQ(status(get("/api/problems")), 200);
  EXPECT_EQ(status(get("/api/convergence/1")), 404);  // not saved
  program->send(SIGINT);
  EXPECT_EQ(program->wait().exit_code, 0);
}

TEST_F(View, OtherHostsAndOriginsAreRefused) {
  serve();
  const std::string here = std::to_string(port);
  EXPECT_EQ(status(get("/api/run", "", "evil.example:" + here)), 403);  // a name that was made to point here
  EXPECT_EQ(status(get("/api/run", "", "127.0.0.1:1")), 403);
  EXPECT_EQ(status(get("/api/run", "Origin: http://evil.example\r\n")), 403);
  EXPECT_EQ(status(get("/api/run", "Origin: null\r\n")), 403);
  EXPECT_EQ(status(get("/api/run", "Host: evil.example\r\n")), 400);  // two hosts
  EXPECT_EQ(status(get("/api/run", "", "localhost:" + here)), 200);
  EXPECT_EQ(status(get("/api/run", "Origin: http://127.0.0.1:" + here + "\r\n")), 200);
}

TEST_F(View, NoPathLeadsToAFile) {
  serve();
  for (const char* target : {"/scene.yaml", "/out/scene.yaml", "/../scene.yaml", "/%2e%2e/scene.yaml",
                             "/api/../scene.yaml", "//etc/passwd", "/api/frames/../../scene.yaml", "/api/frames/-1",
                             "/api/frames/1x", "/api/frames/99999999999999999999999", "/api/frames/"})
    EXPECT_EQ(status(get(target)), 404) << target;
}

TEST_F(View, OddMethodsBodiesAndLongHeadsAreRefused) {
  serve();
  const std::string host = "Host: 127.0.0.1:" + std::to_string(port) + "\r\n";
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT"})
    EXPECT_EQ(status(send(std::string(method) + " /api/run HTTP/1.1\r\n" + host + "\r\n")), 405) << method;
  EXPECT_EQ(status(send("GET / HTTP/1.1\r\n" + host + "Content-Length: 5\r\n\r\nhello")), 413);
  EXPECT_EQ(status(get("/", "X: " + std::string(20000, 'x') + "\r\n")), 431);
  EXPECT_EQ(status(send("GET / HTTP/1.1\r\n\r\n")), 400);
  EXPECT_EQ(status(send("GET /\r\n" + host + "\r\n")), 400);
}

TEST_F(View, GarbageDoesNotEndIt) {
  serve();
  std::mt19937 random(11);
  const std::string good = "GET /api/run HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n\r\n";
  for (int k = 0; k < 2000; ++k) {
    std::string bytes = good;
    for (int change = 0; change < 1 + k % 8; ++change)
      bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
    if (k % 5 == 0) bytes.resize(random() % bytes.size());
    send(bytes);
  }
  EXPECT_EQ(status(get("/api/run")), 200);
}

TEST_F(View, APortInUseIsTold) {
  serve();
  const Outcome second = Running(folder, {"view", "out", "--port", std::to_string(port), "--no-browser"}).wait();
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_NE(second.err.find("in use"), std::string::npos) << second.err;
}

TEST_F(View, AFolderWithoutARunIsTold) {
  std::filesystem::create_directory(folder / "empty");
  const Outcome outcome = Running(folder, {"view", "empty"}).wait();
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("holds no run"), std::string::npos) << outcome.err;
}

TEST_F(View, ExportsOnePageAndSaysWhatItLeavesOut) {
  EXPECT_EQ(Running(folder, {"view", "out", "--export", "page.html"}).wait().exit_code, 0);
  const std::string page = bytes_of(folder / "page.html");
  EXPECT_NE(page.find("id=\"data-run\""), std::string::npos);
  EXPECT_EQ(page.find("</script><b>"), std::string::npos);  // the name of a body
  const Outcome small =
      Running(folder, {"view", "out", "--export", "small.html", "--max-size", std::to_string(page.size() - 200) + "B"})
          .wait();
  EXPECT_EQ(small.exit_code, 0) << small.err;
  EXPECT_NE(small.out.find("left out"), std::string::npos) << small.out;
  EXPECT_LE(std::filesystem::file_size(folder / "small.html"), page.size() - 200);
  const Outcome none = Running(folder, {"view", "out", "--export", "none.html", "--max-size", "1kB"}).wait();
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder / "none.html"));
}

}  // namespace
}  // namespace signorini
