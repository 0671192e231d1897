"""Checks every scene file against scenes/schema.json, and that the schema refuses what it should."""
import copy
import json
import pathlib
import sys

SKIPPED = 77
try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing.name} is not installed (Debian: python3-jsonschema, python3-yaml)")
    sys.exit(SKIPPED)

folder = pathlib.Path(sys.argv[1])
schema = json.loads((folder / "schema.json").read_text())
validator = jsonschema.validators.validator_for(schema)
validator.check_schema(schema)
judge = validator(schema)
failures = 0


def fail(message):
    global failures
    failures += 1
    print(message)


files = sorted(folder.glob("*.yaml"))
if len(files) < 15:
    fail(f"{folder} holds {len(files)} scenes, expected at least 15")
scenes = {file.name: yaml.safe_load(file.read_text()) for file in files}
for name, scene in scenes.items():
    for error in judge.iter_errors(scene):
        fail(f"{name}: {error.json_path}: {error.message}")

# One slip each, in a scene that is sound.
ball = scenes["single_ball.yaml"]
slips = {
    "unknown key": lambda s: s.update(bodys=[]),
    "unknown key of a body": lambda s: s["bodies"][1].update(mas=1),
    "unknown shape": lambda s: s["bodies"][1]["shape"].update(type="ball"),
    "key of another shape": lambda s: s["bodies"][1]["shape"].update(size=[1, 1, 1]),
    "negative mass": lambda s: (s["bodies"][1].pop("density"), s["bodies"][1].update(mass=-1)),
    "mass and density": lambda s: s["bodies"][1].update(mass=1),
    "vector of two": lambda s: s["bodies"][1].update(position=[0, 1]),
    "text for a flag": lambda s: s["bodies"][0].update(fixed="yes"),
    "step of zero": lambda s: s["time"].update(step=0),
    "unknown law": lambda s: s["solver"].update(law="convx"),
    "list of bodies that is none": lambda s: s.update(bodies={}),
}
for name, slip in slips.items():
    scene = copy.deepcopy(ball)
    slip(scene)
    if judge.is_valid(scene):
        fail(f"the schema takes a scene with: {name}")

print(f"{len(files)} scenes, {len(slips)} slips, {failures} failures")
sys.exit(1 if failures else 0)
