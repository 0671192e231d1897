#include "bench_schedule.h"

#include <algorithm>
#include <chrono>
#include <list>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include "bench_run.h"
#include "interrupt.h"
#include "live_line.h"
#include "signorini/base/number_text.h"
#include "signorini/base/stopwatch.h"

namespace signorini::cli {
namespace {

constexpr auto pause = std::chrono::milliseconds(5);

/// A crash may be bad luck and a wrong answer is a bug: what the solver does at the next tolerance is worth a run. Any
/// other miss only gets worse.
bool tighter_is_hopeless(const BenchRow& row) {
  return !row.solved() && row.status != "crashed" && row.status != "wrong";
}

/// One solver on one problem: its tolerances in order, one run at a time.
class Chain {
 public:
  Chain(const BenchPlan& plan, const std::filesystem::path& out, const BenchProblem& problem, const std::string& solver)
      : plan_(plan), out_(out), problem_(problem), solver_(solver) {}

  /// Starts the next run that has no result, if there is one.
  bool advance(BenchResults& results) {
    for (run_.reset(); next_ < plan_.tolerances.size(); ++next_) {
      const double tolerance = plan_.tolerances[next_];
      if (const BenchRow* known = results.find(problem_.name, solver_, tolerance)) {
        if (!missed_ && tighter_is_hopeless(*known)) missed_ = *known;
      } else if (missed_) {
        BenchRow row = *missed_;
        row.message =
            fmt::format("not run, as {} was missed: {}", tolerance_text(missed_->tolerance), missed_->message);
        row.tolerance = tolerance;
        results.append(row);
      } else {
        run_ = std::make_unique<BenchRun>(plan_, out_, problem_, solver_, tolerance);
        return true;
      }
    }
    return false;
  }

  /// Whether the run has ended; its result is kept.
  bool poll(BenchResults& results) {
    const auto row = run_->poll();
    if (!row) return false;
    // A process that was told to end has no result, whatever it said in the end.
    if (row->status == "interrupted" || (interrupted() && !row->solved()))
      next_ = plan_.tolerances.size();
    else
      results.append(*row);
    return true;
  }

  void interrupt() { run_->interrupt(); }
  std::string label() const {
    return fmt::format("{} on {} to {}", solver_, problem_.name, tolerance_text(plan_.tolerances[next_]));
  }

 private:
  const BenchPlan& plan_;
  const std::filesystem::path& out_;
  const BenchProblem& problem_;
  const std::string& solver_;
  std::size_t next_ = 0;
  std::optional<BenchRow> missed_;
  std::unique_ptr<BenchRun> run_;
};

/// Shows how the benchmark is getting on.
class BenchProgress {
 public:
  BenchProgress(bool quiet, std::size_t before, std::size_t total) : line_(quiet), before_(before), total_(total) {}

  void show(const BenchResults& results, const std::string& current) {
    if (!line_.due()) return;
    const std::size_t done = results.rows().size();
    const auto failures =
        std::count_if(results.rows().begin(), results.rows().end(), [](const BenchRow& row) { return !row.solved(); });
    const double seconds_left =
        clock_.seconds() / static_cast<double>(done - before_) * static_cast<double>(total_ - done);
    const std::string left = done == before_ ? "begun" : fmt::format("about {} left", duration_text(seconds_left));
    line_.show({fmt::format("bench: {} of {} runs", done, total_), fmt::format("{} missed", failures), left, current});
  }
  void finish() { line_.finish(); }

 private:
  LiveLine line_;
  std::size_t before_, total_;
  Stopwatch clock_;
};

bool is_complete(const BenchPlan& plan, const BenchResults& results) {
  for (const auto& problem : plan.problems)
    for (const auto& solver : plan.solvers)
      for (const double tolerance : plan.tolerances)
        if (!results.find(problem.name, solver, tolerance)) return false;
  return true;
}

}  // namespace

bool carry_out(const BenchPlan& plan, const std::filesystem::path& out, int jobs, bool quiet, BenchResults& results) {
  std::list<Chain> waiting, running;
  for (const auto& problem : plan.problems)
    for (const auto& solver : plan.solvers) waiting.emplace_back(plan, out, problem, solver);

  BenchProgress progress(quiet, results.rows().size(), plan.runs());
  for (bool told = false; !waiting.empty() || !running.empty(); std::this_thread::sleep_for(pause)) {
    if (interrupted() && !told) {
      told = true;
      waiting.clear();
      for (Chain& chain : running) chain.interrupt();
    }
    std::erase_if(running,
                  [&](Chain& chain) { return chain.poll(results) && (interrupted() || !chain.advance(results)); });
    while (!waiting.empty() && running.size() < static_cast<std::size_t>(jobs))
      if (waiting.front().advance(results))
        running.splice(running.end(), waiting, waiting.begin());
      else
        waiting.pop_front();
    if (!running.empty()) progress.show(results, running.front().label());
  }
  progress.finish();
  return is_complete(plan, results);
}

}  // namespace signorini::cli
