#!/usr/bin/env python3
"""What the page should show of a run, straight from its trajectory: trajectory.py RUN FRAME prints JSON."""
import json
import math
import sys

import h5py
import numpy as np

run, frame = sys.argv[1], int(sys.argv[2])
with h5py.File(f"{run}/trajectory.h5") as f:
    step = float(np.ravel(f.attrs["time_step"])[0])
    gravity = np.ravel(f.attrs["gravity"])
    frames, contacts, joints = f["frames"], f["contacts"], f["joints"] if "joints" in f else None
    fixed, mass = f["bodies/fixed"][:], f["bodies/mass"][:]
    moving = [b for b in range(len(fixed)) if not fixed[b]]
    velocity = frames["velocity"][:].reshape(len(frames["time"]), -1, 6)
    start = contacts["start"][:]
    rows = range(start[frame], start[frame + 1])
    a, b = contacts["body_a"][:], contacts["body_b"][:]
    impulse, normal = contacts["impulse"][:], contacts["normal"][:]
    bodies = []
    for body in range(len(fixed)):
        force = sum(((b[k] == body) * 1.0 - (a[k] == body) * 1.0) * impulse[k] / step for k in rows)
        force = force if len(rows) else np.zeros(3)
        of_body = {"contacts": int(sum((b[k] == body) or (a[k] == body) for k in rows)),
                   "position": list(frames["position"][frame, body]), "contact force": list(np.ravel(force))}
        if not fixed[body]:
            v = velocity[frame, moving.index(body)]
            of_body |= {"mass": [mass[body]], "velocity": list(v[:3]), "speed": [np.linalg.norm(v[:3])],
                        "spin": [np.linalg.norm(v[3:])], "weight": [mass[body] * np.linalg.norm(gravity)]}
            if frame > 0:
                inertia = mass[body] * (v[:3] - velocity[frame - 1, moving.index(body)][:3]) / step
                of_body |= {"mass × acceleration": list(inertia),
                            "other forces": list(inertia - force - mass[body] * gravity)}
        bodies.append(of_body)
    shown = []
    for k in rows:
        force = impulse[k] / step
        along = float(force @ normal[k])
        across = float(np.linalg.norm(force - along * normal[k]))
        shown.append({"a": int(a[k]), "b": int(b[k]), "state": int(contacts["state"][k]), "force": list(force),
                      "normal": [along], "tangential": [across], "gap": [float(contacts["gap"][k])],
                      "tangential / normal": [across / along if along > 0 else math.nan],
                      "point": list(contacts["point"][k]), "direction": list(normal[k]),
                      "share of certificate": [float(contacts["error"][k])],
                      "tolerance": [float(np.ravel(f.attrs["tolerance"])[0])]})
    of_joints = []
    for j in range(len(joints["name"]) if joints and frame > 0 else 0):
        force = joints["force"][frame - 1, j]
        of_joints.append({"coordinate": [joints["coordinate"][frame - 1, j]], "its rate": [joints["speed"][frame - 1, j]],
                          "force": list(force), "its size": [np.linalg.norm(force)],
                          "torque": list(joints["torque"][frame - 1, j]), "motor": [joints["motor"][frame - 1, j]]})
    print(json.dumps({"time": float(frames["time"][frame]), "frames": len(frames["time"]), "bodies": bodies,
                      "contacts": shown, "joints": of_joints, "names": [n.decode() for n in f["bodies/name"][:]],
                      "energy": {name: f[f"steps/{name}"][:].tolist() for name in ("kinetic", "potential", "natural", "dynamics")}},
                     default=float).replace("NaN", "null"))
