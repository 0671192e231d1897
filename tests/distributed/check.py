#!/usr/bin/python3
"""Checks of the program on several processes.

    tests/distributed/check.py PROGRAM
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import h5py

SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"
PROGRAM = pathlib.Path(sys.argv[1]).resolve()
LIMIT = 120


def start(ranks, *arguments):
    return subprocess.run(["mpirun", "-n", str(ranks), PROGRAM, *map(str, arguments)], capture_output=True, text=True,
                          timeout=LIMIT)


def generate(*arguments):
    subprocess.run([PROGRAM, "generate", *map(str, arguments)], check=True, capture_output=True, timeout=LIMIT)


def check(what, holds, evidence=""):
    print(("ok    " if holds else "FAILS ") + what, flush=True)
    if not holds:
        sys.exit(f"{what}\n{evidence}")


def bad_input(folder):
    missing = start(2, "solve", folder / "missing.hdf5")
    check("a missing file ends all with one message", missing.returncode == 2 and
          missing.stderr.count("missing.hdf5") == 1, missing.stderr)
    broken = folder / "broken.hdf5"
    broken.write_bytes(b"not a problem")
    answer = start(2, "solve", broken)
    check("so does a broken one", answer.returncode == 2 and answer.stderr.count("broken.hdf5") == 1, answer.stderr)
    mixed = subprocess.run(["mpirun", "-n", "1", PROGRAM, "list", "laws", ":", "-n", "1", PROGRAM, "list", "solvers"],
                           capture_output=True, text=True, timeout=LIMIT)
    check("contradictory arguments are refused", mixed.returncode == 2 and
          mixed.stderr.count("process 1 was started with other arguments") == 1, mixed.stderr)


def without_petsc(folder):
    alone = folder / "signorini"
    shutil.copy(PROGRAM, alone)
    ended = subprocess.run(["mpirun", "-n", "2", alone, "list", "laws"], capture_output=True, text=True, timeout=LIMIT)
    check("without PETSc one message tells what to install", ended.returncode == 2 and
          ended.stderr.count("./setup --mpi") == 1, ended.stderr)


def solved(folder, problem, name, ranks, tolerance, *options):
    """The report and the bits of the impulses, which the program on one process has judged."""
    out = folder / "answer.hdf5"
    ended = start(ranks, "solve", problem, *options, "--tolerance", tolerance, "--out", out, "--json")
    check(f"{name} solves on {ranks}", ended.returncode == 0, ended.stderr + ended.stdout)
    report = json.loads(ended.stdout)
    judged = subprocess.run([PROGRAM, "check", problem, out, "--tolerance", str(tolerance)],
                            capture_output=True)
    check("  and the answer holds", judged.returncode == 0, judged.stdout)
    with h5py.File(out) as file:
        return report, file["solution/r"][:].tobytes()


def coulomb(folder):
    """Law coulomb: apgd with the same bits, the interior point method from a relaxation that all solve."""
    problem = folder / "coulomb.hdf5"
    generate("packing", "--spheres", 150, "--friction", 0.3, "--law", "coulomb", "--seed", 3, "--out", problem)
    first = None
    for ranks in (1, 2, 4):
        report, bits = solved(folder, problem, "apgd under coulomb", ranks, 1e-4, "--solver", "apgd")
        first = first or (report["iterations"], bits)
        check("  with the same bits", (report["iterations"], bits) == first, report)
    report, _ = solved(folder, problem, "interior point under coulomb", 2, 1e-6, "--solver", "interior-point")
    check("  together", report["distribution"]["ranks"] == 2, report)


def parallel_factor(folder):
    """With the factor of the parallel MUMPS: few conjugate gradients, the same answer on any number of processes."""
    problem = folder / "factor.hdf5"
    generate("packing", "--spheres", 150, "--friction", 0.3, "--law", "convex", "--seed", 3, "--out", problem)
    iterations = []
    for ranks in (1, 2, 4):
        report, _ = solved(folder, problem, "interior point with a factor", ranks, 1e-6, "--solver",
                           "interior-point", "--set", "factor=true")
        iterations.append(report["iterations"])
        gradients = report["distribution"]["krylov_iterations"]
        check("  in few conjugate gradients", gradients <= 4 * report["iterations"], report)
    check("  within two iterations", max(iterations) - min(iterations) <= 2, iterations)


def answers(folder):
    """First-order: the same bits for any number of processes. Interior point: within two iterations."""
    problem = folder / "packing.hdf5"
    generate("packing", "--spheres", 150, "--friction", 0.3, "--law", "convex", "--seed", 3, "--out", problem)
    reports, impulses = {}, {}
    for ranks in (1, 2, 4):
        for solver, tolerance in (("apgd", 1e-4), ("interior-point", 1e-4)):
            out = folder / f"{solver}{ranks}.hdf5"
            ended = start(ranks, "solve", problem, "--solver", solver, "--tolerance", tolerance, "--out", out, "--json")
            check(f"{solver} solves on {ranks}", ended.returncode == 0, ended.stderr + ended.stdout)
            reports[solver, ranks] = json.loads(ended.stdout)
            with h5py.File(out) as file:
                impulses[solver, ranks] = file["solution/r"][:].tobytes()
            judged = subprocess.run([PROGRAM, "check", problem, out, "--tolerance", str(tolerance)],
                                    capture_output=True)
            check("  and the answer holds", judged.returncode == 0, judged.stdout)
    for ranks in (2, 4):
        check(f"apgd: the same iterations on {ranks} as on 1",
              reports["apgd", ranks]["iterations"] == reports["apgd", 1]["iterations"], reports)
        check("  and the same bits", impulses["apgd", ranks] == impulses["apgd", 1])
        spread = reports["interior-point", ranks]["iterations"] - reports["interior-point", 1]["iterations"]
        check(f"interior point: within two iterations on {ranks}", abs(spread) <= 2, reports)
        shares = reports["apgd", ranks]["distribution"]
        check("  balanced, and the shares are told",
              shares["ranks"] == ranks and sum(shares["rows"]) == reports["apgd", 1]["problem"]["rows"]
              and shares["imbalance"] < 1.2 and shares["halo_bytes_per_exchange"] > 0, shares)
    few = folder / "few.hdf5"
    generate("stack", "--bodies", 3, "--law", "convex", "--out", few)
    ended = start(4, "solve", few)
    check("more processes than bodies are refused", ended.returncode == 2 and
          ended.stderr.count("4 processes for 3 bodies") == 1, ended.stderr)


def one_is_killed(folder):
    problem = folder / "long.hdf5"
    generate("packing", "--spheres", 3000, "--friction", 0.3, "--law", "convex", "--out", problem)
    run = subprocess.Popen(["mpirun", "-n", "2", PROGRAM, "solve", problem, "--solver", "apgd", "--tolerance", "1e-15",
                            "--max-iterations", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(5)
    children = subprocess.run(["pgrep", "-P", str(run.pid)], capture_output=True, text=True).stdout.split()
    check("two processes are at work", len(children) == 2 and run.poll() is None, children)
    os.kill(int(children[1]), signal.SIGKILL)
    begin = time.monotonic()
    try:
        errors = run.communicate(timeout=30)[1]
    except subprocess.TimeoutExpired:
        run.kill()
        check("one that is killed ends all within 30 s", False)
    check(f"one that is killed ends all ({time.monotonic() - begin:.0f} s)",
          run.returncode != 0 and errors.count("exited on signal 9") == 1, errors)


def runs(folder):
    """The same files from any number of processes, and a run that goes on with another."""
    scene = folder / "scene.yaml"
    shutil.copy(SCENES / "balls_in_box.yaml", scene)
    settings = ("--set", "spheres=120", "--solver", "apgd", "--tolerance", "1e-3", "--quiet")
    states = {}
    for ranks, steps in ((1, (6,)), (2, (3, 6))):
        out = folder / f"run{ranks}"
        ended = start(ranks, "run", scene, *settings, "--steps", steps[0], "--out", out)
        check(f"a scene runs on {ranks}", ended.returncode == 0, ended.stderr)
        if len(steps) > 1:
            ended = start(4, "run", "--resume", out, "--steps", steps[1], "--quiet")
            check("  and goes on with 4", ended.returncode == 0, ended.stderr)
        with h5py.File(out / "trajectory.h5") as file:
            names = []
            file.visit(names.append)
            states[ranks] = {name: file[name][()].tobytes() for name in names if isinstance(file[name], h5py.Dataset)}
    check("to the same bits", states[1].keys() == states[2].keys() and
          all(states[1][name] == states[2][name] for name in states[1] if "seconds" not in name),
          [name for name in states[1] if states[1][name] != states[2].get(name)])


def steps_done(out):
    energies = out / "energy.csv"
    return len(energies.read_text().splitlines()) - 1 if energies.exists() else 0


def killed_run_goes_on(folder):
    """A run of which one process is killed ends, and goes on from its files to the bits of one that was let be."""
    scene = SCENES / "balls_in_box.yaml"
    settings = ("--set", "spheres=250", "--solver", "apgd", "--tolerance", "1e-3", "--quiet")
    out, whole = folder / "killed", folder / "whole"
    run = subprocess.Popen(["mpirun", "-n", "2", PROGRAM, "run", scene, *settings, "--steps", "100000", "--out", out],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    begin = time.monotonic()
    while steps_done(out) < 20 and time.monotonic() - begin < LIMIT:
        time.sleep(0.05)
    children = subprocess.run(["pgrep", "-P", str(run.pid)], capture_output=True, text=True).stdout.split()
    check("a run is in the middle", len(children) == 2 and run.poll() is None, children)
    os.kill(int(children[1]), signal.SIGKILL)
    try:
        run.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        run.kill()
        check("a run of which one is killed ends within 30 s", False)
    check("a run of which one is killed ends", run.returncode != 0)
    steps = str(steps_done(out) + 20)
    ended = start(4, "run", "--resume", out, "--steps", steps, "--quiet")
    check("  and goes on with 4", ended.returncode == 0, ended.stderr)
    ended = start(1, "run", scene, *settings, "--steps", steps, "--out", whole)
    check("  as one that was let be", ended.returncode == 0 and
          (out / "energy.csv").read_text() == (whole / "energy.csv").read_text(), ended.stderr)


with tempfile.TemporaryDirectory() as name:
    here = pathlib.Path(name)
    without_petsc(here)
    bad_input(here)
    answers(here)
    coulomb(here)
    parallel_factor(here)
    runs(here)
    one_is_killed(here)
    killed_run_goes_on(here)
