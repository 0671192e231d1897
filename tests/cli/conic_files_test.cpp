// Problems for other solvers: CLP takes the QPS file, cvxopt the CBF file, and what they answer is judged.
#include "cli/program.h"

namespace signorini {
namespace {

using namespace signorini::testing;

bool succeeds(const std::string& command) { return std::system((command + " > /dev/null 2>&1").c_str()) == 0; }

/// Reads CBF by its definition, solves it with cvxopt, and prints the variables.
const char* const solve_cbf = R"(
import sys
from cvxopt import matrix, spmatrix, solvers

tokens = iter(line.split() for line in open(sys.argv[1]) if line.strip() and not line.startswith('#'))
variables, rows, objective, A, b = [], [], {}, [], {}
for line in tokens:
    def entries():
        for _ in range(int(next(tokens)[0])):
            yield next(tokens)
    if line[0] in ('VER', 'OBJSENSE'):
        assert next(tokens)[0] in ('1', 'MIN')
    elif line[0] in ('VAR', 'CON'):
        n, cones = map(int, next(tokens))
        into = variables if line[0] == 'VAR' else rows
        for _ in range(cones):
            cone, size = next(tokens)
            into.append((cone, int(size)))
        assert sum(size for _, size in into) == n
    elif line[0] == 'OBJACOORD':
        objective = {int(j): float(x) for j, x in entries()}
    elif line[0] == 'ACOORD':
        A = [(int(i), int(j), float(x)) for i, j, x in entries()]
    elif line[0] == 'BCOORD':
        b = {int(i): float(x) for i, x in entries()}
    else:
        raise ValueError(line)
n = sum(size for _, size in variables)
by_row = {}
for i, j, x in A:
    by_row.setdefault(i, []).append((j, x))
equations, inequalities, quadratic = [], [], []
at = 0
for cone, size in variables:
    if cone == 'L+':
        inequalities += [([(j, 1.0)], 0.0) for j in range(at, at + size)]
    at += size
at = 0
for cone, size in rows:
    some = [(by_row.get(i, []), b.get(i, 0.0)) for i in range(at, at + size)]
    at += size
    if cone == 'L=':
        equations += some
    elif cone == 'L+':
        inequalities += some
    else:
        if cone == 'QR':
            def mix(s):
                (p, c), (q, d) = some[0], some[1]
                h = 0.5 ** 0.5
                return [(j, h * x) for j, x in p] + [(j, s * h * x) for j, x in q], h * (c + s * d)
            some = [mix(1), mix(-1)] + some[2:]
        quadratic.append(some)
def system(rows, sign):
    I, J, X = [], [], []
    for i, (row, _) in enumerate(rows):
        for j, x in row:
            I.append(i), J.append(j), X.append(sign * x)
    return spmatrix(X, I, J, (len(rows), n)), matrix([c for _, c in rows], (len(rows), 1), 'd')
c = matrix([objective.get(j, 0.0) for j in range(n)])
G, h = system(inequalities + [row for cone in quadratic for row in cone], -1.0)
E, e = system(equations, 1.0)
solvers.options.update(show_progress=False, abstol=1e-9, reltol=1e-8, feastol=1e-8)
dims = {'l': len(inequalities), 'q': [len(cone) for cone in quadratic], 's': []}
answer = solvers.conelp(c, G, h, dims, E, -e)
assert answer['status'] == 'optimal', answer['status']
print('\n'.join(repr(x) for x in answer['x']))
)";

class ConicFiles : public ::testing::Test {
 protected:
  TemporaryFolder folder;

  void generate(const Words& more = {}) {
    Words words{"generate", "packing", "--spheres", "10", "--agitation", "0.3", "--out", "p.hdf5"};
    words.insert(words.end(), more.begin(), more.end());
    run_well(folder, words);
  }
  double objective(const Words& more) {
    Words words{"solve", "p.hdf5", "--tolerance", "1e-10", "--json", "--solver", "interior-point"};
    words.insert(words.end(), more.begin(), more.end());
    return run_well(folder, words).json()["objective"];
  }
  void expect_met(const Words& more, const std::string& tolerance) {
    Words words{"check", "p.hdf5", "answer.txt", "--json", "--tolerance", tolerance};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(folder, words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  }
  void solve_with_clp() {
    const std::string file = (folder / "p.qps").string(), answer = (folder / "answer.txt").string();
    ASSERT_TRUE(succeeds("clp " + file +
                         " -primalTolerance 1e-9 -dualTolerance 1e-9 -primalSimplex "
                         "-printingOptions all -solution " +
                         answer));
  }
};

TEST_F(ConicFiles, ClpSolvesTheQpAndItsAnswerIsJudged) {
  if (!succeeds("clp -quit")) GTEST_SKIP() << "no clp: ./setup installs it";
  generate();
  run_well(folder, {"convert", "p.hdf5", "p.qps", "--sides", "4"});
  solve_with_clp();
  expect_met({}, "1e-5");
  const Outcome check = run(folder, {"check", "p.hdf5", "answer.txt", "--json"});
  EXPECT_EQ(check.json()["problem"]["law"], "pyramid") << "as the names of its rays say";
  EXPECT_NE(run(folder, {"check", "p.hdf5", "answer.txt", "--law", "convex"}).exit_code, 0);
}

TEST_F(ConicFiles, CvxoptSolvesTheConesAndItsAnswerIsJudged) {
  std::ofstream(folder / "solve.py") << solve_cbf;
  if (!succeeds(SIGNORINI_PYTHON " -c 'import cvxopt'")) GTEST_SKIP() << "no python3-cvxopt: ./setup installs it";
  generate();
  for (const char* form : {"as-is", "local"})
    for (const char* law : {"convex", "frictionless"}) {
      run_well(folder, {"convert", "p.hdf5", "q.hdf5", "--law", law, "--form", form});
      std::filesystem::rename(folder / "q.hdf5", folder / "p.hdf5");
      run_well(folder, {"convert", "p.hdf5", "p.cbf"});
      const auto path = [&](const char* name) { return (folder / name).string(); };
      // On a busy machine two threads of its BLAS wait for each other.
      const std::string python = "OPENBLAS_NUM_THREADS=1 " SIGNORINI_PYTHON " ";
      ASSERT_EQ(std::system((python + path("solve.py") + " " + path("p.cbf") + " > " + path("answer.txt")).c_str()), 0);
      expect_met({}, "1e-4");
      generate();
    }
}

TEST_F(ConicFiles, HoldWhatTheFormatsSay) {
  run_well(folder, {"generate", "stack", "--bodies", "1", "--out", "p.hdf5"});
  run_well(folder, {"convert", "p.hdf5", "p.cbf", "--law", "convex"});
  const std::string cbf = bytes_of(folder / "p.cbf");
  EXPECT_NE(cbf.find("VER\n1\n\nOBJSENSE\nMIN\n\nVAR\n10 2\nF 6\nF 4\n\nCON\n17 3\nL= 6\nQ 3\nQR 8\n"),
            std::string::npos)
      << cbf;
  run_well(folder, {"convert", "p.hdf5", "p.mps"});
  const std::string mps = bytes_of(folder / "p.mps");
  EXPECT_NE(mps.find(" B0_2_3 COST"), std::string::npos) << mps;
  EXPECT_EQ(mps.find("B0_3_"), std::string::npos) << "three sides by default";
  EXPECT_NE(mps.find("QUADOBJ\n V0 V0 "), std::string::npos);
}

struct Fault {
  const char* name;
  const char* text;
  const char* message;
};
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class BadSolutions : public ::testing::TestWithParam<Fault> {};
INSTANTIATE_TEST_SUITE_P(
    All, BadSolutions,
    ::testing::Values(Fault{"empty", "\n", "holds no variable V0, R0 or B0_0_3"},
                      Fault{"prose", "optimal\n", "holds no variable V0, R0 or B0_0_3"},
                      Fault{"few_numbers", "1\n2\n", "holds 2 numbers, expected at least 9"},
                      Fault{"other_problem", "V0 1\nV6 2\n", "answer.txt:2: V6 is not of this problem, which has 6"},
                      Fault{"other_cone", "B7_0_3 1\n", "B7_0_3 is not of this problem, which has 1 friction cones"},
                      Fault{"mixed_sides", "B0_0_3 1\nB0_0_4 1\n", "B0_0_4 is not of this problem"},
                      Fault{"not_finite", "V0 nan\n", "V0 nan is nan, expected a finite number"}),
    [](const auto& p) { return p.param.name; });

TEST_P(BadSolutions, AreRefusedInALine) {
  const TemporaryFolder folder;
  run_well(folder, {"generate", "stack", "--bodies", "1", "--out", "p.hdf5"});
  std::ofstream(folder / "answer.txt") << GetParam().text;
  const Outcome outcome = run(folder, {"check", "p.hdf5", "answer.txt"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find(GetParam().message), std::string::npos) << outcome.err;
}

TEST_F(ConicFiles, RefuseWhatIsNoConvexProgram) {
  generate();
  EXPECT_EQ(run(folder, {"convert", "p.hdf5", "p.cbf"}).exit_code, 2) << "law coulomb";
  EXPECT_EQ(run(folder, {"convert", "p.hdf5", "p.cbf", "--law", "pyramid"}).exit_code, 2);
}

}  // namespace
}  // namespace signorini
