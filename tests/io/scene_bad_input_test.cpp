#include "io/scene_support.h"

/// Every way to get a scene file wrong, and what the reader says: one line with file, line, key and value.
namespace signorini {
namespace {

using namespace signorini::testing;

struct BadScene {
  std::string name, text;
  /// How the message begins, after the folder.
  std::string begins;
  std::vector<std::string> mentions = {};
  Parameters parameters = {};
};

void PrintTo(const BadScene& bad, std::ostream* out) { *out << bad.name; }

class SceneBadInput : public ::testing::TestWithParam<BadScene> {};

TEST_P(SceneBadInput, IsNamedInOneLine) {
  const std::string message = scene_complaint(GetParam().text, GetParam().parameters);
  EXPECT_EQ(message.rfind(GetParam().begins, 0), 0u) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  EXPECT_LT(message.size(), 500u) << message;
  for (const std::string& word : GetParam().mentions)
    EXPECT_NE(message.find(word), std::string::npos) << word << " in: " << message;
}

/// One body in line 2, with a part of it to be filled in.
std::string body(const std::string& part) { return "bodies:\n  - {" + part + "}\n"; }
/// A ball in line 2 and something else from line 3 on.
std::string beside_ball(const std::string& rest) {
  return "bodies:\n  - {name: ball, mass: 1, shape: {type: sphere, radius: 1}}\n" + rest;
}
std::string ball_with(const std::string& part) { return body("shape: {type: sphere, radius: 1}, " + part); }
std::string shape(const std::string& part) { return body("fixed: true, shape: {" + part + "}"); }
std::string fill(const std::string& part) { return ball_with("mass: 1, " + part); }
std::string joint(const std::string& part) { return beside_ball("joints:\n  - {" + part + "}\n"); }

const std::vector<BadScene> bad_scenes = {
    // The file
    {"Empty", "", "scene.yaml: ", {"expected"}},
    {"NotAMap", "- 1\n- 2\n", "scene.yaml: is no scene"},
    {"NotYaml", "bodies:\n  - {name: [\n", "scene.yaml:", {"is not YAML"}},
    {"EscapeOfALineBreak", "name: \"a\\q\n\"\n", "scene.yaml:1: is not YAML: unknown escape character"},
    {"Tab", "bodies:\n\t- 1\n", "scene.yaml:2: is not YAML"},
    {"TwoDocuments", "a: 1\n---\nb: 2\n", "scene.yaml: is several YAML documents, expected one"},
    {"CommaFirst", ",\nbodies: []\n", "scene.yaml: is several YAML documents"},
    {"NoBodies", "time: {step: 1}\n", "scene.yaml: the scene has no bodies"},

    // Keys
    {"UnknownKey", "bodys: []\n", "scene.yaml:1: unknown key 'bodys': did you mean 'bodies'?"},
    {"UnknownKeyOfBody", body("mas: 1"), "scene.yaml:2: bodies[0]: unknown key 'mas': did you mean 'mass'?"},
    {"UnknownKeyOfTime",
     "time:\n  step: 1\n  durration: 1\n",
     "scene.yaml:3: time: unknown key 'durration'",
     {"did you mean 'duration'?"}},
    {"UnknownKeyOfSolver", "solver: {tolerence: 1}\n", "scene.yaml:1: solver: unknown key 'tolerence'", {"tolerance"}},
    {"UnknownKeyOfMaterial",
     "materials: {a: {frction: 1}}\n",
     "scene.yaml:1: materials.a: unknown key 'frction'",
     {"friction"}},
    {"KeyOfAnotherShape", shape("type: sphere, size: [1, 1, 1]"), "scene.yaml:2: bodies[0].shape: unknown key 'size'"},
    {"KeyOfManyLines", "\"bodies\\nand more that goes on and on and on and on and on and on\": []\n",
     "scene.yaml:1: unknown key 'bodies and more that goes on and on and on and on and on and...'"},
    {"KeyTwice", "time: {step: 1, step: 2}\n", "scene.yaml:1: time: key 'step' is given twice"},
    {"KeyIsAList", "time: {[1]: 2}\n", "scene.yaml:1: time: a key is not a word"},
    {"MaterialTwice", "materials: {a: {}, a: {}}\n", "scene.yaml:1: materials.a is given twice"},

    // Types
    {"BodiesIsAMap", "bodies: {name: a}\n", "scene.yaml:1: bodies is a map, expected a list"},
    {"BodyIsAWord", "bodies: [ball]\n", "scene.yaml:1: bodies[0] is 'ball', expected a map"},
    {"TimeIsANumber", "time: 3\n", "scene.yaml:1: time is '3', expected a map with keys of step, duration"},
    {"MassIsAWord", ball_with("mass: heavy"), "scene.yaml:2: bodies[0].mass is 'heavy', expected a number > 0"},
    {"MassIsEmpty", ball_with("mass: "), "scene.yaml:2: bodies[0].mass is empty, expected a number > 0"},
    {"MassIsAList", ball_with("mass: [1]"), "scene.yaml:2: bodies[0].mass is a list, expected a number > 0"},
    {"MassHasAUnit", ball_with("mass: 3 kg"), "scene.yaml:2: bodies[0].mass is '3 kg', expected a number > 0"},
    {"MassIsNan", ball_with("mass: .nan"), "scene.yaml:2: bodies[0].mass is '.nan', expected a number > 0"},
    {"MassIsInfinite", ball_with("mass: 1 / 0"), "scene.yaml:2: bodies[0].mass is inf ('1 / 0'), expected"},
    {"PositionOfTwo", ball_with("mass: 1, position: [1, 2]"),
     "scene.yaml:2: bodies[0].position has 2 entries, expected [x, y, z]"},
    {"PositionIsANumber", ball_with("mass: 1, position: 3"),
     "scene.yaml:2: bodies[0].position is '3', expected [x, y, z]"},
    {"PositionHoldsAWord", ball_with("mass: 1, position: [0, 0, up]"),
     "scene.yaml:2: bodies[0].position[2] is 'up', expected a number"},
    {"FixedIsAWord", body("fixed: maybe"), "scene.yaml:2: bodies[0].fixed is 'maybe', expected true or false"},
    {"FixedIsAList", body("fixed: []"), "scene.yaml:2: bodies[0].fixed is a list, expected true or false"},
    {"NameIsAList", body("name: [a], fixed: true"), "scene.yaml:2: bodies[0].name is a list, expected a text"},
    {"UnknownCsv", "output: {csv: [joint]}\n",
     "scene.yaml:1: output.csv[0] is 'joint', expected one of joints, springs, pairs: did you mean 'joints'?"},
    {"CsvTwice", "output: {csv: [pairs, pairs]}\n", "scene.yaml:1: output.csv[1] is given twice"},
    {"EveryIsHalf", "output: {every: 0.5}\n", "scene.yaml:1: output.every is 0.5, expected an integer >= 1"},
    {"EveryIsZero", "output: {every: 0}\n", "scene.yaml:1: output.every is 0, expected an integer >= 1"},
    {"SaveStepZero", "output: {save_problems: [1, 0]}\n",
     "scene.yaml:1: output.save_problems[1] is 0, expected an integer >= 1"},

    // Parameters and expressions
    {"UnknownName",
     "parameters: {radius: 1}\n" + body("mass: 2 * radus"),
     "scene.yaml:3: bodies[0].mass is '2 * radus', expected a number > 0: unknown name 'radus'",
     {"did you mean 'radius'?"}},
    {"UnknownNameInText",
     "parameters: {kind: a}\n" + body("name: x_$knd"),
     "scene.yaml:3: bodies[0].name is 'x_$knd': unknown name 'knd'",
     {"did you mean 'kind'?"}},
    {"BrokenExpression", ball_with("mass: (1 + 2"), "scene.yaml:2: bodies[0].mass is '(1 + 2'", {"')' is missing"}},
    {"WordForANumber",
     "parameters: {a: steel}\n" + ball_with("mass: $a"),
     "scene.yaml:3: bodies[0].mass is '$a'",
     {"'a' is steel, not a number"}},
    {"ParameterIsAList", "parameters: {a: [1]}\n", "scene.yaml:1: parameters.a is a list, expected a number, a word"},
    {"ParameterTwice", "parameters: {a: 1, a: 2}\n", "scene.yaml:1: parameters.a is given twice"},
    {"ParameterCalledPi", "parameters: {pi: 3}\n", "scene.yaml:1: parameters.pi is no name for a parameter"},
    {"ParameterCalledSqrt", "parameters: {sqrt: 3}\n", "scene.yaml:1: parameters.sqrt is no name for a parameter"},
    {"ParameterWithADash", "parameters: {a-b: 3}\n", "scene.yaml:1: parameters.a-b is no name for a parameter"},
    {"ParameterUsesALaterOne", "parameters: {a: $b, b: 1}\n", "scene.yaml:1: parameters.a is '$b': unknown name 'b'"},
    {"ParameterIsInfinite", "parameters: {a: '${1 / 0}'}\n", "scene.yaml:1: parameters.a is inf, expected a finite"},
    {"OverrideUnknown",
     "parameters: {spheres: 1, friction: 2}\n" + ball_with("mass: 1"),
     "scene.yaml: unknown parameter 'sphere': did you mean 'spheres'?",
     {"friction, spheres"},
     {{"sphere", "3"}}},
    {"OverrideOfNone", ball_with("mass: 1"), "scene.yaml: unknown parameter 'n': the scene has none", {}, {{"n", "3"}}},
    {"OverrideNoNumber",
     "parameters: {n: 1}\n" + ball_with("mass: 1"),
     "scene.yaml: parameter n is 'many', expected a number",
     {},
     {{"n", "many"}}},
    {"OverrideNoTruth",
     "parameters: {n: true}\n" + ball_with("mass: 1"),
     "scene.yaml: parameter n is '1', expected true or false",
     {},
     {{"n", "1"}}},

    // Time, solver, contact
    {"StepZero", "time: {step: 0}\n", "scene.yaml:1: time.step is 0, expected a number > 0"},
    {"StepNegative", "time: {step: -0.01}\n", "scene.yaml:1: time.step is -0.01, expected a number > 0"},
    {"DurationZero", "time: {duration: 0}\n", "scene.yaml:1: time.duration is 0, expected a number > 0"},
    {"LawUnknown",
     "solver: {law: coulmb}\n",
     "scene.yaml:1: solver.law is 'coulmb', expected one of",
     {"did you mean 'coulomb'?"}},
    {"SolverUnknown",
     "solver: {name: interior-pont}\n",
     "scene.yaml:1: solver.name is 'interior-pont', expected one of",
     {"did you mean 'interior-point'?"}},
    {"SolverDoesNotKnowTheLaw",
     "solver: {name: gpminres, law: coulomb}\n",
     "scene.yaml:1: solver cannot be used: ",
     {"gpminres", "coulomb"}},
    {"SolverOptionUnknown", "solver: {name: jacobi, options: {tolerence: 1}}\n",
     "scene.yaml:1: solver.options cannot be used: unknown option of jacobi 'tolerence'"},
    {"SolverOptionIsAList", "solver: {options: {a: [1]}}\n", "scene.yaml:1: solver.options.a is a list"},
    {"SolverOptionsIsAList", "solver: {options: [1]}\n", "scene.yaml:1: solver.options is a list, expected a map"},
    {"ToleranceZero", "solver: {tolerance: 0}\n", "scene.yaml:1: solver.tolerance is 0, expected a number > 0"},
    {"IterationsNegative", "solver: {max_iterations: -1}\n",
     "scene.yaml:1: solver.max_iterations is -1, expected an integer >= 0"},
    {"OnMissUnknown",
     "solver: {on_miss: retri}\n",
     "scene.yaml:1: solver.on_miss is 'retri', expected one of accept",
     {"did you mean 'retry'?"}},
    {"FallbackUnknown",
     "solver: {fallback_solver: jacoby}\n",
     "scene.yaml:1: solver.fallback_solver is 'jacoby'",
     {"did you mean 'jacobi'?"}},
    {"MarginZero", "contact: {margin: 0}\n", "scene.yaml:1: contact.margin is 0, expected a number > 0"},
    {"RecoveryNegative", "contact: {recovery_speed: -1}\n", "scene.yaml:1: contact.recovery_speed is -1, expected"},
    {"CombineUnknown",
     "contact: {combine_friction: mean}\n",
     "scene.yaml:1: contact.combine_friction is 'mean'",
     {"geometric_mean"}},
    {"IgnoreUnknown", beside_ball("contact: {ignore: [[ball, bal]]}\n"),
     "scene.yaml:3: contact.ignore[0][1] is unknown body 'bal': did you mean 'ball'?"},
    {"IgnoreOne", beside_ball("contact: {ignore: [[ball]]}\n"),
     "scene.yaml:3: contact.ignore[0] is a list, expected two"},
    {"IgnoreSame", beside_ball("contact: {ignore: [[ball, ball]]}\n"),
     "scene.yaml:3: contact.ignore[0] names one body twice"},
    {"IgnoreWorld", beside_ball("contact: {ignore: [[ball, world]]}\n"),
     "scene.yaml:3: contact.ignore[0][1] is the world, expected a body"},

    // Materials
    {"FrictionNegative", "materials: {a: {friction: -1}}\n", "scene.yaml:1: materials.a.friction is -1, expected a"},
    {"RestitutionAboveOne", "materials: {a: {restitution: 1.1}}\n",
     "scene.yaml:1: materials.a.restitution is 1.1, expected a number in 0..1"},
    {"ComplianceNegative", "materials: {a: {compliance: -1}}\n", "scene.yaml:1: materials.a.compliance is -1"},
    {"MaterialsIsAList", "materials: [a]\n", "scene.yaml:1: materials is a list, expected a map of names"},
    {"MaterialUnknown", "materials: {steel: {}}\n" + ball_with("mass: 1, material: stel"),
     "scene.yaml:3: bodies[0].material is unknown material 'stel': did you mean 'steel'?"},

    // Mass and inertia
    {"MassZero", ball_with("mass: 0"), "scene.yaml:2: bodies[0].mass is 0, expected a number > 0"},
    {"MassNegative", ball_with("mass: -1"), "scene.yaml:2: bodies[0].mass is -1, expected a number > 0"},
    {"DensityZero", ball_with("density: 0"), "scene.yaml:2: bodies[0].density is 0, expected a number > 0"},
    {"NoMass", ball_with("name: a"), "scene.yaml:2: bodies[0] needs mass or density"},
    {"MassAndDensity", ball_with("mass: 1, density: 1"),
     "scene.yaml:2: bodies[0].density is given together with mass: only one of them can be"},
    {"NoShape", body("density: 1"), "scene.yaml:2: bodies[0] has no shape, so it needs mass and inertia"},
    {"NoShapeNoInertia", body("mass: 1"), "scene.yaml:2: bodies[0] has no shape, so it needs mass and inertia"},
    {"InertiaOfNoBody", body("mass: 1, inertia: [1, 1, 3]"), "scene.yaml:2: bodies[0].inertia belongs to no body: "},
    {"InertiaNegative", body("mass: 1, inertia: [1, 1, -1]"), "scene.yaml:2: bodies[0].inertia belongs to no body: "},
    {"InertiaNotSymmetric", body("mass: 1, inertia: [[1, 1, 0], [0, 1, 0], [0, 0, 1]]"),
     "scene.yaml:2: bodies[0].inertia belongs to no body: "},
    {"InertiaOfTwo", body("mass: 1, inertia: [1, 1]"), "scene.yaml:2: bodies[0].inertia is a list, expected three"},
    {"InertiaWithoutMass", ball_with("density: 1, inertia: [1, 1, 1]"),
     "scene.yaml:2: bodies[0].inertia needs mass beside it"},
    {"CentreWithoutInertia", ball_with("mass: 1, centre_of_mass: [0, 0, 0]"),
     "scene.yaml:2: bodies[0].centre_of_mass needs inertia beside it"},
    {"FixedWithVelocity", body("fixed: true, velocity: [1, 0, 0]"), "scene.yaml:2: bodies[0].velocity is of a fixed"},

    // Bodies and shapes
    {"NameTwice", beside_ball("  - {name: ball, fixed: true}\n"), "scene.yaml:3: bodies[1] has the name 'ball', which"},
    {"NameWorld", body("name: world, fixed: true"), "scene.yaml:2: bodies[0] has the name 'world', which stands for"},
    {"NameEmpty", body("name: '', fixed: true"), "scene.yaml:2: bodies[0].name is '', expected a name"},
    {"ShapeAndShapes", body("shape: {type: plane}, shapes: []"),
     "scene.yaml:2: bodies[0].shapes is given together with shape"},
    {"ShapeIsAWord", body("shape: sphere"), "scene.yaml:2: bodies[0].shape is 'sphere', expected a map"},
    {"ShapeWithoutType", shape("radius: 1"), "scene.yaml:2: bodies[0].shape has no type, expected one of sphere, box"},
    {"ShapeUnknown",
     shape("type: spere"),
     "scene.yaml:2: bodies[0].shape.type is 'spere', expected one of",
     {"did you mean 'sphere'?"}},
    {"RadiusMissing", shape("type: sphere"), "scene.yaml:2: bodies[0].shape has no radius"},
    {"RadiusZero", shape("type: sphere, radius: 0"),
     "scene.yaml:2: bodies[0].shape.radius is 0, expected a number > 0"},
    {"EdgeNegative", shape("type: box, size: [1, -1, 1]"),
     "scene.yaml:2: bodies[0].shape.size[1] is -1, expected a number > 0"},
    {"ConeWithoutWidth", shape("type: cone_inside, bottom: 0, top: 0, length: 1"),
     "scene.yaml:2: bodies[0].shape.top is 0 like bottom"},
    {"HullWithoutPoints", shape("type: convex_hull"), "scene.yaml:2: bodies[0].shape needs points or file"},
    {"HullOfThreePoints", shape("type: convex_hull, points: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]"),
     "scene.yaml:2: bodies[0].shape.points make no hull: "},
    {"HullIsFlat", shape("type: convex_hull, points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]"),
     "scene.yaml:2: bodies[0].shape.points make no hull: "},
    {"PlaneThatMoves", body("mass: 1, shape: {type: plane}"),
     "scene.yaml:2: bodies[0] has the shape plane, which only fixed bodies can have"},
    {"MeshMissing", shape("type: triangle_mesh, file: no.obj"),
     "scene.yaml:2: bodies[0].shape.file is 'no.obj': no.obj: cannot be read: No such file"},
    {"MeshOfAnotherKind", shape("type: triangle_mesh, file: a.dae"),
     "scene.yaml:2: bodies[0].shape.file is 'a.dae': a.dae: a mesh file ends in .obj or .stl"},
    {"MeshIsTheScene", shape("type: convex_hull, file: scene.yaml"),
     "scene.yaml:2: bodies[0].shape.file is 'scene.yaml'"},

    // Orientations
    {"OrientationOfThree", body("orientation: [1, 0, 0]"),
     "scene.yaml:2: bodies[0].orientation has 3 entries, expected"},
    {"OrientationZero", body("fixed: true, orientation: [0, 0, 0, 0]"),
     "scene.yaml:2: bodies[0].orientation is [0, 0, 0, 0], expected a quaternion"},
    {"OrientationIsAWord", body("fixed: true, orientation: up"),
     "scene.yaml:2: bodies[0].orientation is 'up', expected a quaternion"},
    {"AxisWithoutAngle", body("fixed: true, orientation: {axis: [1, 0, 0]}"),
     "scene.yaml:2: bodies[0].orientation needs angle or angle_deg"},
    {"AxisZero", body("fixed: true, orientation: {axis: [0, 0, 0], angle: 1}"),
     "scene.yaml:2: bodies[0].orientation.axis is [0, 0, 0], expected a direction"},
    {"AngleWithRpy", body("fixed: true, orientation: {rpy: [0, 0, 0], angle: 1}"),
     "scene.yaml:2: bodies[0].orientation.angle goes with axis only"},
    {"TwoAngles", body("fixed: true, orientation: {axis: [0, 0, 1], angle: 1, angle_deg: 1}"),
     "scene.yaml:2: bodies[0].orientation.angle_deg is given together with angle"},

    // Loops and fills
    {"RepeatNegative", body("repeat: -1, fixed: true"),
     "scene.yaml:2: bodies[0].repeat is -1, expected an integer >= 0"},
    {"RepeatHalf", body("repeat: 1.5, fixed: true"), "scene.yaml:2: bodies[0].repeat is 1.5, expected an integer >= 0"},
    {"RepeatTooMuch", body("repeat: 1e9, fixed: true"),
     "scene.yaml:2: bodies[0].repeat makes 1000000000 rounds, expected at most"},
    {"RepeatEmpty", body("repeat: {}, fixed: true"), "scene.yaml:2: bodies[0].repeat is empty, expected a count"},
    {"RepeatOfThree", body("repeat: {i: [1, 2, 3]}, fixed: true"),
     "scene.yaml:2: bodies[0].repeat.i has 3 entries, expected [first, last]"},
    {"RepeatBadIndex", body("repeat: {1: 3}, fixed: true"), "scene.yaml:2: bodies[0].repeat has the index '1'"},
    {"RepeatTakenIndex", "parameters: {i: 1}\n" + body("repeat: 3, fixed: true"),
     "scene.yaml:3: bodies[0].repeat uses the index 'i', which is taken already"},
    {"ErrorInALoop", ball_with("repeat: {row: 2, i: 3}, mass: 1 - i"),
     "scene.yaml:2: bodies[0].mass is 0 ('1 - i'), expected a number > 0 (at row = 0, i = 1)"},
    {"SameNameInALoop", ball_with("repeat: 2, name: 'a${0 * i}', mass: 1"),
     "scene.yaml:2: bodies[0] has the name 'a0', which another body has (at i = 1)"},
    {"RepeatAndLattice", fill("repeat: 2, lattice: {counts: [1, 1, 1], spacing: 1}"),
     "scene.yaml:2: bodies[0].lattice is given together with repeat"},
    {"LatticeWithoutSpacing", fill("lattice: {counts: [1, 1, 1]}"), "scene.yaml:2: bodies[0].lattice has no spacing"},
    {"LatticeWithoutPlaces", fill("lattice: {spacing: 1}"), "scene.yaml:2: bodies[0].lattice needs counts or region"},
    {"LatticeCountZero", fill("lattice: {spacing: 1, counts: [1, 0, 1]}"),
     "scene.yaml:2: bodies[0].lattice.counts[1] is 0, expected an integer >= 1"},
    {"LatticeCountsOfTwo", fill("lattice: {spacing: 1, counts: [1, 1]}"),
     "scene.yaml:2: bodies[0].lattice.counts is a list, expected three counts"},
    {"LatticeTooMany", fill("lattice: {spacing: 1, counts: [1000, 1000, 1000]}"),
     "scene.yaml:2: bodies[0].lattice.counts makes 1000000000 bodies, expected at most"},
    {"LatticeCountTooLarge", fill("lattice: {spacing: 1, counts: [2, 1, 1], count: 3}"),
     "scene.yaml:2: bodies[0].lattice.count is 3, but counts makes 2 places"},
    {"LatticeSpacingZero", fill("lattice: {spacing: 0, counts: [1, 1, 1]}"),
     "scene.yaml:2: bodies[0].lattice.spacing is 0, expected a number > 0"},
    {"LatticeJitterNegative", fill("lattice: {spacing: 1, counts: [1, 1, 1], jitter: -1}"),
     "scene.yaml:2: bodies[0].lattice.jitter is -1, expected a number >= 0"},
    {"LatticeNoRoom", fill("lattice: {spacing: 1, count: 9, region: {from: [0, 0, 0], to: [2, 2, 2]}}"),
     "scene.yaml:2: bodies[0].lattice.region has room for 8 of 9 bodies"},
    {"LatticeTooNarrow", fill("lattice: {spacing: 1, count: 9, region: {from: [0, 0, 0], to: [0.5, 2]}}"),
     "scene.yaml:2: bodies[0].lattice.region has room for 0 of 9 bodies"},
    {"LatticeWithoutEnd", fill("lattice: {spacing: 1, region: {from: [0, 0, 0], to: [2, 2]}}"),
     "scene.yaml:2: bodies[0].lattice has no count, which a region without a top needs"},
    {"LatticeWithPosition",
     fill("position: [0, 0, 0], lattice: {spacing: 1, region: {from: [0, 0, 0], to: [2, 2, 2]}}"),
     "scene.yaml:2: bodies[0].position is given together with a region"},
    {"RegionUpsideDown", fill("lattice: {spacing: 1, region: {from: [0, 0, 0], to: [2, 2, -2]}}"),
     "scene.yaml:2: bodies[0].lattice.region.to has [2] = -2, expected more than the 0 of from"},
    {"RegionOfOne", fill("lattice: {spacing: 1, region: {from: [0, 0, 0], to: [2]}}"),
     "scene.yaml:2: bodies[0].lattice.region.to has 1 entries, expected [x, y, z]"},
    {"RegionUnknownShape", fill("lattice: {spacing: 1, region: {shape: ball, from: [0, 0, 0], to: [2, 2, 2]}}"),
     "scene.yaml:2: bodies[0].lattice.region.shape is 'ball', expected one of box, cylinder"},
    {"RandomWithoutCount", fill("random: {region: {from: [0, 0, 0], to: [2, 2]}}"),
     "scene.yaml:2: bodies[0].random has no count"},
    {"RandomTooMany", fill("random: {count: 1e8, region: {from: [0, 0, 0], to: [2, 2]}}"),
     "scene.yaml:2: bodies[0].random.count is 100000000, expected at most"},
    {"RandomWithMassAndScale", fill("random: {count: 1, scale: [1, 2], region: {from: [0, 0, 0], to: [9, 9]}}"),
     "scene.yaml:2: bodies[0].mass is given together with scale: give density"},
    {"RandomScaleReversed",
     ball_with("density: 1, random: {count: 1, scale: [2, 1], region: {from: [0, 0, 0], to: [9, 9]}}"),
     "scene.yaml:2: bodies[0].random.scale is [2, 1], expected 0 < low <= high"},
    {"RandomWithoutShape", body("density: 1, random: {count: 1, region: {from: [0, 0, 0], to: [9, 9]}}"),
     "scene.yaml:2: bodies[0] has no solid shape to fill the region with"},
    {"OneOfEmpty", body("density: 1, random: {count: 1, one_of: [], region: {from: [0, 0, 0], to: [9, 9]}}"),
     "scene.yaml:2: bodies[0].random.one_of is empty, expected shapes"},
    {"OneOfAndShape", fill("random: {count: 1, one_of: [{type: plane}], region: {from: [0, 0, 0], to: [9, 9]}}"),
     "scene.yaml:2: bodies[0].shape is given together with one_of"},
    {"FillWithInertia", fill("inertia: [1, 1, 1], lattice: {counts: [1, 1, 1], spacing: 1}"),
     "scene.yaml:2: bodies[0].inertia is for single bodies"},

    // Joints, motors, forces
    {"JointUnknownBody", joint("type: weld, bodies: [world, bal]"),
     "scene.yaml:4: joints[0].bodies[1] is unknown body 'bal': did you mean 'ball'?"},
    {"JointUnknownType",
     joint("type: hinge, bodies: [world, ball]"),
     "scene.yaml:4: joints[0].type is 'hinge', expected one of",
     {"revolute"}},
    {"JointWithoutType", joint("bodies: [world, ball]"), "scene.yaml:4: joints[0] has no type"},
    {"JointWithoutBodies", joint("type: weld"), "scene.yaml:4: joints[0] has no bodies"},
    {"JointOfOneBody", joint("type: weld, bodies: [ball]"), "scene.yaml:4: joints[0].bodies is a list, expected two"},
    {"JointOfTheSameBody", joint("type: weld, bodies: [ball, ball]"),
     "scene.yaml:4: joints[0].bodies names one body twice"},
    {"JointOfTheWorld", joint("type: weld, bodies: [world, world]"),
     "scene.yaml:4: joints[0].bodies names one body twice"},
    {"JointOfFixedBodies", "bodies: [{name: a, fixed: true}]\njoints: [{type: weld, bodies: [world, a]}]\n",
     "scene.yaml:2: joints[0].bodies names two bodies of which neither can move"},
    {"JointWithoutPlace", joint("type: revolute, bodies: [world, ball], axis: [0, 0, 1]"),
     "scene.yaml:4: joints[0] has no at"},
    {"JointWithoutAxis", joint("type: revolute, bodies: [world, ball], at: [0, 0, 1]"),
     "scene.yaml:4: joints[0] needs axis, being a revolute joint"},
    {"JointAxisZero", joint("type: revolute, bodies: [world, ball], at: [0, 0, 1], axis: [0, 0, 0]"),
     "scene.yaml:4: joints[0].axis is [0, 0, 0], expected a direction"},
    {"JointOneFrame", joint("type: weld, bodies: [world, ball], frame_a: {}"),
     "scene.yaml:4: joints[0] has no frame_b"},
    {"JointFramesAndPlace", joint("type: weld, bodies: [world, ball], frame_a: {}, frame_b: {}, at: [0, 0, 0]"),
     "scene.yaml:4: joints[0].at is given together with frame_a"},
    {"JointFromTo", joint("type: spherical, bodies: [world, ball], from: [0, 0, 0]"),
     "scene.yaml:4: joints[0].from is for distance joints only"},
    {"JointLength", joint("type: spherical, bodies: [world, ball], at: [0, 0, 0], length: 1"),
     "scene.yaml:4: joints[0].length is for distance joints only"},
    {"DistanceAt", joint("type: distance, bodies: [world, ball], at: [0, 0, 0]"),
     "scene.yaml:4: joints[0].at is not for distance joints"},
    {"DistanceZero", joint("type: distance, bodies: [world, ball], from: [0, 0, 0], to: [0, 0, 0]"),
     "scene.yaml:4: joints[0] holds two points that coincide"},
    {"LimitOfASpherical", joint("type: spherical, bodies: [world, ball], at: [0, 0, 0], upper: 1"),
     "scene.yaml:4: joints[0].upper is a limit, which a spherical joint has not"},
    {"LimitsReversed",
     joint("type: revolute, bodies: [world, ball], at: [0, 0, 0], axis: [0, 0, 1], lower: 2, upper: 1"),
     "scene.yaml:4: joints[0].lower is 2, expected at most the 1 of upper"},
    {"JointNameTwice",
     joint("name: a, type: weld, bodies: [world, ball]}\n  - {name: a, type: weld, bodies: [world, ball]"),
     "scene.yaml:5: joints[1] has the name 'a', which another joint has"},
    {"MotorOfAWeld", joint("type: weld, bodies: [world, ball], motor: {speed: 1}"),
     "scene.yaml:4: joints[0].motor drives a weld joint, which has no coordinate"},
    {"MotorOfBoth",
     joint("type: revolute, bodies: [world, ball], at: [0, 0, 0], axis: [0, 0, 1], motor: {speed: 1, position: 1}"),
     "scene.yaml:4: joints[0].motor.position is given together with speed"},
    {"MotorOfNothing", joint("type: revolute, bodies: [world, ball], at: [0, 0, 0], axis: [0, 0, 1], motor: {}"),
     "scene.yaml:4: joints[0].motor needs speed or position"},
    {"MotorTwice",
     joint("name: a, type: revolute, bodies: [world, ball], at: [0, 0, 0], axis: [0, 0, 1], motor: {speed: 1}") +
         "motors: [{joint: a, speed: 2}]\n",
     "scene.yaml:5: motors[0] drives the joint 'a', which has a motor already"},
    {"MotorOfUnknownJoint",
     joint("name: hinge, type: weld, bodies: [world, ball]") + "motors: [{joint: hing, speed: 2}]\n",
     "scene.yaml:5: motors[0].joint is unknown joint 'hing': did you mean 'hinge'?"},
    {"TableGoesBack",
     joint("type: revolute, bodies: [world, ball], at: [0, 0, 0], axis: [0, 0, 1], motor: {speed: {table: [[1, 0], [0, "
           "1]]}}"),
     "scene.yaml:4: joints[0].motor.speed.table[1] has the time 0, expected more than the 1 before it"},
    {"TableEmpty",
     joint("type: revolute, bodies: [world, ball], at: [0, 0, 0], axis: [0, 0, 1], motor: {speed: {table: []}}"),
     "scene.yaml:4: joints[0].motor.speed.table is empty, expected rows"},
    {"ForceOnNothing", beside_ball("forces: [{force: [0, 0, 1]}]\n"), "scene.yaml:3: forces[0] has no body"},
    {"ForceOnUnknown", beside_ball("forces: [{body: bll, force: [0, 0, 1]}]\n"),
     "scene.yaml:3: forces[0].body is unknown body 'bll': did you mean 'ball'?"},
    {"ForceOnTheWorld", beside_ball("forces: [{body: world, force: [0, 0, 1]}]\n"),
     "scene.yaml:3: forces[0].body is the world, expected a body"},
    {"ForceOfNothing", beside_ball("forces: [{body: ball}]\n"), "scene.yaml:3: forces[0] needs force or torque"},
    {"EnergyShareZero", beside_ball("energy: {unexplained: 0}\n"),
     "scene.yaml:3: energy.unexplained is 0, expected a number > 0"},
    {"EnergyShareNan", beside_ball("energy: {stabilisation: .nan}\n"), "scene.yaml:3: energy.stabilisation is '.nan'"},
    {"EnergyPolicy", beside_ball("energy: {on_excess: halt}\n"),
     "scene.yaml:3: energy.on_excess is 'halt', expected one of warn"},
    {"SpringStiffnessNegative", beside_ball("springs: [{bodies: [world, ball], from: [0, 0, 2], stiffness: -1}]\n"),
     "scene.yaml:3: springs[0].stiffness is -1, expected a number >= 0"},
    {"SpringWithoutEnd", beside_ball("springs: [{bodies: [world, ball]}]\n"), "scene.yaml:3: springs[0] has no from"},
    {"TorsionWithoutAxis", beside_ball("torsion_springs: [{bodies: [world, ball]}]\n"),
     "scene.yaml:3: torsion_springs[0] has no axis"},

    // Imports
    {"ImportMissing", "import: robot.urdf\n", "scene.yaml:1: import is 'robot.urdf': robot.urdf: cannot be read"},
    {"ImportBroken", "import: scene.yaml\n", "scene.yaml:1: import is 'scene.yaml': scene.yaml:", {"is not XML"}},
    {"ImportWithoutFile", "import: {fixed: true}\n", "scene.yaml:1: import has no file"},
};

INSTANTIATE_TEST_SUITE_P(Scenes, SceneBadInput, ::testing::ValuesIn(bad_scenes),
                         [](const auto& information) { return information.param.name; });

TEST(SceneBadFile, IsNamed) {
  const TemporaryFolder folder;
  const auto says = [&](const std::string& name) { return complaint([&] { read_scene(folder / name); }); };
  EXPECT_NE(says("none.yaml").find("none.yaml: cannot be read: No such file"), std::string::npos);
  std::filesystem::create_directory(folder / "folder");
  EXPECT_NE(says("folder").find("folder: is a directory"), std::string::npos);
}

TEST(SceneBadInputLists, AreNotThousandsOfNamesLong) {
  const std::string message =
      scene_complaint("bodies: [{name: ball, repeat: 5000, fixed: true}]\ncontact: {ignore: [[ball_17, bal_18]]}\n");
  EXPECT_EQ(message.rfind("scene.yaml:2: contact.ignore[0][1] is unknown body 'bal_18': did you mean 'ball_18'?", 0),
            0u)
      << message;
  EXPECT_LT(message.size(), 200u);
}

}  // namespace
}  // namespace signorini
