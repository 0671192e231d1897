#!/usr/bin/env python3
"""A run of many spheres that was never simulated, for figures: synthetic.py FOLDER SPHERES FRAMES.

They bounce, so that positions are as hard to compress as those of a simulation. FOLDER --compare: how far the positions
on standard input ([[frame, [x, y, z, ...]], ...]) are from those in the folder, as a share of a radius."""
import json
import pathlib
import sys

import h5py
import numpy as np

radius, step = 0.01, 0.01
folder = pathlib.Path(sys.argv[1])

if sys.argv[2] == "--compare":
    with h5py.File(folder / "trajectory.h5") as f:
        worst = max(np.abs(np.reshape(places, (-1, 3)) - f["frames/position"][frame]).max()
                    for frame, places in json.load(sys.stdin))
    print(worst / radius)
    sys.exit()

spheres, frames = int(sys.argv[2]), int(sys.argv[3])
folder.mkdir(parents=True)
random = np.random.default_rng(1)
side = int(np.ceil(np.sqrt(spheres / 4)))
grid = np.stack([np.arange(spheres) % side, np.arange(spheres) // side % side, np.arange(spheres) // side**2], axis=1)
start = 2.4 * radius * (grid + [-side / 2, -side / 2, 0.6]) + random.uniform(-0.1, 0.1, (spheres, 3)) * radius
speed = random.normal(0, 0.02, (spheres, 3))
spin = random.normal(0, 2, (spheres, 3))
rate = np.linalg.norm(spin, axis=1, keepdims=True)
names = ["floor"] + [f"ball[{k}]" for k in range(spheres)]
still = ((1, 0, 0, 0),)

with h5py.File(folder / "trajectory.h5", "w") as f:
    f.attrs.update({"format": 1, "time_step": step, "tolerance": 1e-6, "gravity": [0.0, 0.0, -9.81], "every": 1})
    for name, text in {"law": "convex", "solver": "auto"}.items():
        f.attrs[name] = text
    bodies = f.create_group("bodies")
    bodies["name"] = np.array(names, dtype="S")
    bodies["fixed"] = np.array([1] + [0] * spheres, dtype="i4")
    bodies["mass"] = np.full(spheres + 1, 4e-3)
    shapes = bodies.create_group("shapes")
    shapes["body"] = np.arange(spheres + 1, dtype="i4")
    shapes["kind"] = np.array(["plane"] + ["sphere"] * spheres, dtype="S")
    shapes["material"] = np.array(["default"] * (spheres + 1), dtype="S")
    shapes["position"] = np.zeros((spheres + 1, 3))
    shapes["orientation"] = np.tile(still, (spheres + 1, 1)).astype(float)
    shapes["size"] = np.array([[0, 0, 0]] + [[radius, 0, 0]] * spheres)
    shapes["open"] = np.zeros(spheres + 1, dtype="i4")
    for name in ("corner_start", "triangle_start"):
        shapes[name] = np.zeros(spheres + 2, dtype="i4")
    shapes["corners"] = np.zeros((0, 3))
    shapes["triangles"] = np.zeros((0, 3), dtype="i4")
    of_frames = f.create_group("frames")
    of_frames["step"] = np.arange(frames, dtype="i8")
    of_frames["time"] = step * np.arange(frames)
    rows = {"position": (spheres + 1, 3), "orientation": (spheres + 1, 4), "velocity": (6 * spheres,)}
    # In chunks of about a megabyte, compressed as those of the program are where that saves anything.
    sets = {name: of_frames.create_dataset(name, (frames, *shape), dtype="f8",
                                           chunks=(int(np.clip(2**17 / np.prod(shape), 1, frames)), *shape))
            for name, shape in rows.items()}
    for frame in range(frames):
        t = step * frame
        place = start + speed * t
        place[:, 2] = radius + np.abs(place[:, 2] - radius) + 0.02 * np.abs(np.sin(3 * t + start[:, 0] * 30))
        half = 0.5 * rate * t
        sets["position"][frame] = np.vstack([np.zeros((1, 3)), place])
        sets["orientation"][frame] = np.vstack([still, np.hstack([np.cos(half), np.sin(half) * spin / rate])])
        sets["velocity"][frame] = np.hstack([speed, spin]).ravel()
    steps = f.create_group("steps")
    steps.attrs["status_names"] = "0=solved"
    count = frames - 1
    for name in ("step", "iterations", "contacts", "status"):
        steps[name] = np.arange(1, frames, dtype="i8" if name == "step" else "i4")
    steps["time"] = step * np.arange(1, frames)
    for name in ("natural", "dynamics", "kinetic", "potential", "elastic"):
        steps[name] = np.full(count, 1e-7)
(folder / "summary.json").write_text('{"complete": true}')
