#!/usr/bin/python3
"""Displacements of flexible bodies beside those of GetFEM on the same mesh.

    bench/studies/getfem_oracle.py [build/release/bin/signorini]

Each case is written as a scene, run by the program to rest, and solved again by GetFEM as linear elasticity with the
nodes and elements of trajectory.h5. Loads are so small that rotations do not matter. Needs Debian's python3-getfem,
python3-h5py and python3-numpy; without them it says so and ends with 77.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import getfem
    import h5py
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing.name} is not there: apt-get install python3-getfem python3-h5py python3-numpy")
    sys.exit(77)

YOUNG, POISSON, DENSITY = 1e7, 0.3, 1000.0
SIZE = (1.0, 0.2, 0.2)
# Displacements are some 1e-6 m: the nonlinear part is some 1e-6 of them, the rounding of places of 1 m some 1e-10.
LARGEST_DIFFERENCE = 1e-5
STEPS, STEP = 4, 1e4  # s: statics, M/h² is nothing beside K

CASES = {
    "end traction": {"traction": (0.0, 0.0, -1e-1)},
    "own weight": {"gravity": (0.0, 0.0, -1e-3)},
    "sheared end": {"traction": (0.0, 1e-1, 0.0)},
    "pulled end": {"traction": (1e1, 0.0, 0.0)},
}


def vector(v):
    return "[" + ", ".join(f"{x:.17g}" for x in v) + "]"


def scene(case, elements, cells, law):
    loads = f"    loads:\n      - {{faces: x1, traction: {vector(case['traction'])}}}\n" if "traction" in case else ""
    return f"""gravity: {vector(case.get("gravity", (0, 0, 0)))}
time: {{step: {STEP}, duration: {STEPS * STEP}}}
solver: {{tolerance: 1e-12}}
flexible:
  - name: beam
    mesh: {{block: {{size: {vector(SIZE)}, cells: {list(cells)}}}}}
    elements: {elements}
    elastic_law: {law}
    young: {YOUNG}
    poisson: {POISSON}
    density: {DENSITY}
    hold:
      - {{nodes: x0}}
{loads}"""


def ours(program, text):
    """Nodes at rest, elements and displacements."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.yaml"
        path.write_text(text)
        run = subprocess.run([program, "run", path, "--out", Path(folder) / "out"], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"the program ended with {run.returncode}: {run.stderr}")
        with h5py.File(next(Path(folder).rglob("trajectory.h5"))) as file:
            places = file["/frames/node_position"][...]
            per_element = int(np.ravel(file["/flexible/nodes_per_element"][...])[0])
            elements = np.asarray(file["/flexible/elements"][...]).reshape(-1, per_element)
    return places[0], elements, places[-1] - places[0]


def theirs(nodes, elements, case):
    """Displacements by GetFEM at the same nodes; straight elements, so that the corners make the mesh."""
    order = 1 if elements.shape[1] == 4 else 2
    mesh = getfem.Mesh("empty", 3)
    for corners in elements[:, :4]:
        mesh.add_convex(getfem.GeoTrans("GT_PK(3,1)"), nodes[corners].T)
    fem = getfem.MeshFem(mesh, 3)
    fem.set_fem(getfem.Fem(f"FEM_PK(3,{order})"))
    integrate = getfem.MeshIm(mesh, getfem.Integ("IM_TETRAHEDRON(6)"))
    low, high = nodes[:, 0].min(), nodes[:, 0].max()
    for region, x in ((1, low), (2, high)):
        points = np.flatnonzero(np.abs(mesh.pts()[0] - x) < 1e-9)
        mesh.set_region(region, mesh.faces_from_pid(points))
    model = getfem.Model("real")
    model.add_fem_variable("u", fem)
    model.add_initialized_data("lame", [YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))])
    model.add_initialized_data("shear", [YOUNG / (2 * (1 + POISSON))])
    model.add_isotropic_linearized_elasticity_brick(integrate, "u", "lame", "shear")
    model.add_Dirichlet_condition_with_simplification("u", 1)
    if "traction" in case:
        model.add_initialized_data("traction", case["traction"])
        model.add_source_term_brick(integrate, "u", "traction", 2)
    if "gravity" in case:
        model.add_initialized_data("weight", [DENSITY * g for g in case["gravity"]])
        model.add_source_term_brick(integrate, "u", "weight")
    model.solve()
    u = model.variable("u").reshape(-1, 3)
    places = fem.basic_dof_nodes()[:, ::3].T
    by_place = {tuple(key): k for k, key in enumerate(np.rint(places * 1e7).astype(np.int64))}
    return u[[by_place[tuple(key)] for key in np.rint(nodes * 1e7).astype(np.int64)]]


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "build/release/bin/signorini"
    worst = 0.0
    getfem.util_trace_level(0)
    print("| case | elements | largest displacement, m | corotational | neo-Hookean |")
    print("|---|---|---|---|---|")
    for name, case in CASES.items():
        for kind, cells in (("linear", (20, 4, 4)), ("quadratic", (10, 2, 2))):
            differences = []
            for law in ("corotational", "neo-hookean"):
                nodes, elements, u = ours(program, scene(case, kind, cells, law))
                if law == "corotational":
                    reference = theirs(nodes, elements, case)
                    size = np.linalg.norm(reference, axis=1).max()
                differences.append(np.linalg.norm(u - reference, axis=1).max() / size)
            worst = max(worst, *differences)
            print(f"| {name} | {len(elements)} {kind} | {size:.4e} | {differences[0]:.1e} | {differences[1]:.1e} |")
    if worst > LARGEST_DIFFERENCE:
        sys.exit(f"the largest difference is {worst:.1e}, more than {LARGEST_DIFFERENCE:.0e}")


if __name__ == "__main__":
    main()
