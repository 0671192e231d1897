#include <optional>
#include <random>
#include <regex>

#include "cli/http_client.h"
#include "cli/program.h"
#include "signorini/io/trajectory.h"

/// `signorini play` as its page meets it, and as those meet it who should not.
namespace signorini {
namespace {

using namespace signorini::testing;

class Play : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder / "scene.yaml") << "parameters: {height: 0.5}\n"
                                            "time: {step: 0.01, duration: 0.2}\n"
                                            "bodies:\n"
                                            "  - {name: \"</script><b>\", shape: {type: sphere, radius: 0.1}, density: "
                                            "1000, position: [0, 0, $height]}\n"
                                            "  - {name: floor, fixed: true, shape: {type: plane}}\n";
    program.emplace(folder, Words{"play", "scene.yaml", "--port", "0", "--no-browser"}, Running::Output::terminal,
                    program_path, 200);
    std::smatch match;
    std::string screen;
    for (int k = 0; k < 1000 && match.empty(); ++k) {
      screen = program->screen();
      std::regex_search(screen, match, std::regex("127\\.0\\.0\\.1:([0-9]+)/#token=([0-9a-f]{32})"));
      if (match.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ASSERT_FALSE(match.empty()) << screen;
    server.port = std::stoi(match[1]);
    token = match[2];
  }
  std::string post(const std::string& body, const std::string& key, const std::string& more = "") const {
    return server.send("POST /api/order HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port) +
                       "\r\nContent-Type: application/json\r\nX-Signorini-Token: " + key + "\r\nContent-Length: " +
                       std::to_string(body.size()) + "\r\n" + more + "Connection: close\r\n\r\n" + body);
  }
  Json order(const std::string& body, int expected = 200) const {
    const std::string answer = post(body, token);
    EXPECT_EQ(HttpClient::status(answer), expected) << body << "\n" << answer;
    return Json::parse(HttpClient::body(answer));
  }
  /// What is told with the newest frame.
  Json head(std::int64_t seen = 0) const {
    const std::string message = HttpClient::body(server.get("/api/live/" + std::to_string(seen)));
    std::uint32_t size = 0;
    if (message.size() < 8) return {};
    std::memcpy(&size, message.data() + 4, sizeof size);
    return Json::parse(message.substr(8, size));
  }
  /// After so many single steps.
  Json step(int count) const {
    const std::int64_t goal = head()["steps"].get<std::int64_t>() + count;
    order("{\"do\": \"step\", \"count\": " + std::to_string(count) + "}");
    Json now;
    for (int k = 0; k < 500 && (now = head())["steps"] != goal; ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(now["steps"], goal);
    return now;
  }

  TemporaryFolder folder;
  std::optional<Running> program;
  HttpClient server;
  std::string token;
};

TEST_F(Play, StepsRunsPausesAndResets) {
  EXPECT_EQ(head()["steps"], 0);
  const Json after = step(10);
  EXPECT_NEAR(after["step"]["time"].get<double>(), 0.1, 1e-9);
  order(R"({"do": "speed", "value": 0})");
  order(R"({"do": "run"})");
  std::int64_t number = after["number"];
  for (int k = 0; k < 500; ++k) {
    const Json now = head(number);
    if (!now.is_null() && now["steps"] > 50) break;
  }
  order(R"({"do": "pause"})");
  const Json paused = head();
  EXPECT_GT(paused["steps"], 50);
  EXPECT_FALSE(paused["playing"]);
  EXPECT_EQ(head()["steps"], paused["steps"]);
  order(R"({"do": "reset"})");
  EXPECT_EQ(head()["steps"], 0);
  program->send(SIGINT);
  const Outcome outcome = program->wait();
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.out.find("showing them took"), std::string::npos) << outcome.out;
}

TEST_F(Play, ChangesGravityLawSceneAndBodies) {
  order(R"({"do": "gravity", "value": [0, 0, 0]})");
  EXPECT_EQ(step(20)["step"]["kinetic"], 0);
  order(R"({"do": "solver", "law": "coulomb", "solver": "gauss-seidel"})");
  const Json run = Json::parse(HttpClient::body(server.get("/api/run")));
  EXPECT_EQ(run["settings"]["law"], "coulomb");
  EXPECT_EQ(run["bodies"][0]["name"], "</script><b>");
  const int version = head()["version"];
  order(R"({"do": "drop", "shape": "box", "half": [0.1, 0.1, 0.1], "position": [0.5, 0, 1]})");
  EXPECT_GT(head()["version"], version);
  EXPECT_EQ(Json::parse(HttpClient::body(server.get("/api/run")))["bodies"].size(), 3u);
  EXPECT_NE(order(R"({"do": "drop", "shape": "box", "half": [0.1, 0.1, 0.1], "position": [0.5, 0, 1]})", 400)["error"]
                .get<std::string>()
                .find("overlap"),
            std::string::npos);
  step(1);
  order(R"({"do": "rebuild", "parameters": {"height": "0.8"}})");
  const Json again = Json::parse(HttpClient::body(server.get("/api/run")));
  EXPECT_EQ(again["bodies"].size(), 2u);
  EXPECT_EQ(again["bodies"][0]["position"][2], 0.8);
  EXPECT_EQ(again["settings"]["law"], "coulomb");
  EXPECT_NE(
      order(R"({"do": "rebuild", "parameters": {"heigth": "1"}})", 400)["error"].get<std::string>().find("height"),
      std::string::npos);
  EXPECT_EQ(Json::parse(HttpClient::body(server.get("/api/choices")))["parameters"][0]["value"], "0.8");
}

TEST_F(Play, WhatWasPlayedIsSavedAndReplayedToTheBit) {
  order(R"({"do": "save"})", 400);  // nothing yet
  order(R"({"do": "pull", "body": 0, "point": [0, 0.1, 0], "target": [0.4, 0, 0.9]})");
  const Json pulled = step(30);
  EXPECT_GT(pulled["pull"]["force"][0].get<double>(), 0);
  order(R"({"do": "release"})");
  order(R"({"do": "drop", "shape": "sphere", "radius": 0.05, "position": [0, 0, 2]})");
  step(30);
  const Json saved = order(R"({"do": "save"})");
  EXPECT_EQ(saved["steps"], 60);
  EXPECT_TRUE(saved["same_bits"]);
  const std::string place = saved["folder"];
  EXPECT_EQ(place, "out/play/1");
  EXPECT_EQ(order(R"({"do": "save"})")["folder"], "out/play/2");
  run_well(folder, {"run", "--replay", place, "--out", "again", "--quiet"});
  EXPECT_EQ(bytes_of(folder / "again/played.json"), bytes_of(folder / place / "played.json"));
  EXPECT_EQ(trajectory_difference(folder / "again/trajectory.h5", folder / place / "trajectory.h5"), "");
  EXPECT_EQ(run(folder, {"run", "--resume", place}).exit_code, 2);
  EXPECT_EQ(run(folder, {"run", "--replay", place, "--law", "coulomb"}).exit_code, 2);
}

/// Of the time, as fast as it goes, while somebody looks at all that comes.
TEST_F(Play, ServingCostsAFewHundredthsOfAStep) {
  for (int k = 0; k < 40; ++k)
    order("{\"do\": \"drop\", \"shape\": \"box\", \"half\": [0.1, 0.1, 0.1], \"position\": [" +
          std::to_string(0.25 * (k % 5) + 0.3) + ", " + std::to_string(0.01 * k) + ", " +
          std::to_string(0.1 + 0.25 * (k / 5)) + "]}");
  order(R"({"do": "speed", "value": 0})");
  order(R"({"do": "run"})");
  std::int64_t number = head()["number"];
  int looks = 0;
  for (Json now = head(number); looks < 60; now = head(number))
    if (!now.is_null()) number = now["number"], ++looks;
  program->send(SIGINT);
  const std::string out = program->wait().out;
  std::smatch match;
  ASSERT_TRUE(std::regex_search(out, match, std::regex("took ([0-9.e-]+) % of that time"))) << out;
  RecordProperty("percent", match[1]);
  EXPECT_LT(std::stod(match[1]), 5) << out;
}

TEST_F(Play, OrdersNeedTheToken) {
  const std::string body = R"({"do": "step"})";
  for (const std::string& key : {std::string(), std::string("x"), std::string(32, '0'), token + "0", token.substr(1)})
    EXPECT_EQ(HttpClient::status(post(body, key)), 403) << key;
  EXPECT_EQ(HttpClient::status(post(body, token, "X-Signorini-Token: " + token + "\r\n")), 400);  // two
  EXPECT_EQ(head()["steps"], 0);
  EXPECT_EQ(HttpClient::body(server.get("/")).find(token), std::string::npos);
  EXPECT_EQ(HttpClient::status(post(body, token)), 200);
}

TEST_F(Play, OrdersOfOtherPagesAreRefused) {
  const std::string body = R"({"do": "step"})", here = std::to_string(server.port);
  EXPECT_EQ(HttpClient::status(post(body, token, "Origin: http://evil.example\r\n")), 403);
  EXPECT_EQ(HttpClient::status(post(body, token, "Origin: null\r\n")), 403);
  EXPECT_EQ(HttpClient::status(post(body, token, "Origin: https://127.0.0.1:" + here + "\r\n")), 403);
  EXPECT_EQ(HttpClient::status(post(body, token, "Sec-Fetch-Site: cross-site\r\n")), 403);
  EXPECT_EQ(HttpClient::status(post(body, token, "Sec-Fetch-Site: same-site\r\n")), 403);
  const std::string start = "POST /api/order HTTP/1.1\r\nX-Signorini-Token: " + token + "\r\nContent-Length: 14\r\n";
  const std::string host = "Host: 127.0.0.1:" + here + "\r\n";
  EXPECT_EQ(HttpClient::status(server.send(start + "Content-Type: application/json\r\nHost: evil.example:" + here +
                                           "\r\n\r\n" + body)),
            403);  // a name that was made to point here
  // What a form on another page can send without asking.
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"})
    EXPECT_EQ(HttpClient::status(server.send(start + host + "Content-Type: " + type + "\r\n\r\n" + body)), 415) << type;
  EXPECT_EQ(HttpClient::status(server.send("OPTIONS /api/order HTTP/1.1\r\n" + host + "\r\n")), 405);
  EXPECT_EQ(head()["steps"], 0);
}

TEST_F(Play, OddBodiesAreRefused) {
  const std::string start = "POST /api/order HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port) +
                            "\r\nContent-Type: application/json\r\nX-Signorini-Token: " + token + "\r\n";
  EXPECT_EQ(HttpClient::status(server.send(start + "\r\n")), 411);
  EXPECT_EQ(HttpClient::status(server.send(start + "Content-Length: 1000000000\r\n\r\n")), 413);
  EXPECT_EQ(HttpClient::status(server.send(start + "Content-Length: 99999999999999999999999\r\n\r\n")), 413);
  EXPECT_EQ(HttpClient::status(server.send(start + "Content-Length: -1\r\n\r\n")), 400);
  EXPECT_EQ(HttpClient::status(server.send(start + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n")), 400);
  EXPECT_EQ(HttpClient::status(server.send(start + "Transfer-Encoding: chunked\r\n\r\n")), 413);
  for (const char* body :
       {"", "{", "[]", "null", "7", "{}", R"({"do": 7})", R"({"do": "fly"})", R"({"do": "step", "count": 0})",
        R"({"do": "step", "count": 1e9})", R"({"do": "speed", "value": -1})", R"({"do": "speed", "value": "fast"})",
        R"({"do": "pull", "body": 1, "point": [0,0,0], "target": [0,0,0]})", R"({"do": "pull", "body": 99999999999})",
        R"({"do": "gravity", "value": [0, 0, 1e999]})", R"({"do": "rebuild"})",
        R"({"do": "rebuild", "parameters": [1]})", R"({"do": "drop", "shape": "teapot", "position": [0,0,5]})",
        R"({"do": "solver", "law": "murphy", "solver": ""})"})
    EXPECT_EQ(HttpClient::status(post(body, token)), 400) << body;
  const std::string deep(60'000, '[');
  EXPECT_EQ(HttpClient::status(post(deep, token)), 400);
  const std::string closed = R"({"do": "release", "x": )" + std::string(30'000, '[') + std::string(30'000, ']') + "}";
  EXPECT_EQ(HttpClient::status(post(closed, token)), 400);
  EXPECT_EQ(HttpClient::status(server.send(start + "Content-Length: 14\r\n\r\n{\"do\"")), 0);  // never comes
  EXPECT_EQ(head()["steps"], 0);
}

TEST_F(Play, NoPathLeadsToAFile) {
  for (const char* target : {"/scene.yaml", "/../scene.yaml", "/%2e%2e/etc/passwd", "//etc/passwd", "/api/live/",
                             "/api/live/-1", "/api/live/1x", "/api/live/../../scene.yaml", "/api/order"})
    EXPECT_EQ(HttpClient::status(server.get(target)), 404) << target;
}

/// 10,000 requests, some sound, most of them damaged, with and without the token, while it runs.
TEST_F(Play, TenThousandOddRequestsDoNotEndIt) {
  order(R"({"do": "run"})");
  std::mt19937 random(5);
  const std::string host = "Host: 127.0.0.1:" + std::to_string(server.port) + "\r\n";
  const std::string bodies[] = {R"({"do": "pull", "body": 0, "point": [0, 0, 0], "target": [0.1, 0, 1], "rate": 10})",
                                R"({"do": "release"})",
                                R"({"do": "gravity", "value": [0, 0, -9.81]})",
                                R"({"do": "step", "count": 3})",
                                R"({"do": "solver", "law": "convex", "solver": ""})",
                                R"({"do": "run"})",
                                R"({"do": "reset"})",
                                R"({"do": "speed", "value": 1})"};
  const std::string paths[] = {"/", "/api/run", "/api/choices", "/api/geometry", "/api/live/0", "/api/order", "/x"};
  const auto damage = [&](std::string& bytes, int changes) {
    for (int k = 0; k < changes && !bytes.empty(); ++k)
      bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
  };
  int answered = 0, done = 0;
  for (int k = 0; k < 10'000; ++k) {
    std::string body = bodies[random() % std::size(bodies)];
    if (k % 3 == 0) damage(body, 1 + static_cast<int>(random() % 3));
    std::string request =
        k % 4 == 0
            ? "GET " + paths[random() % std::size(paths)] + " HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n"
            : "POST /api/order HTTP/1.1\r\n" + host + "Content-Type: application/json\r\nX-Signorini-Token: " + token +
                  "\r\nContent-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
    if (k % 2 == 0) damage(request, 1 + static_cast<int>(random() % 6));
    if (k % 7 == 0) request.resize(random() % request.size());
    const std::string answer = server.send(request);
    answered += HttpClient::status(answer) > 0 ? 1 : 0;
    done += HttpClient::status(answer) == 200 ? 1 : 0;
  }
  EXPECT_GT(answered, 5'000);
  EXPECT_GT(done, 1'000);
  order(R"({"do": "pause"})");
  const std::int64_t before = head()["steps"];
  EXPECT_EQ(step(1)["steps"], before + 1);
  program->send(SIGINT);
  EXPECT_EQ(program->wait().exit_code, 0);
}

TEST(PlayUsage, BadScenesAndPortsAreTold) {
  const TemporaryFolder folder;
  EXPECT_EQ(run(folder, {"play", "nothing.yaml", "--no-browser"}).exit_code, 2);
  EXPECT_EQ(run(folder, {"play"}).exit_code, 2);
  EXPECT_EQ(run(folder, {"run", "--replay", "nothing"}).exit_code, 2);
}

}  // namespace
}  // namespace signorini
