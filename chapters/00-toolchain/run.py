"""Chapter 0: is the toolchain here, and does each part of it work? What `make chapter-0` runs.

`run.sh` takes the same program through the command-line tools; both print the same results.
"""

import sys

import numpy as np

from runners import doctor, report, toolchain

IN = "chapters/00-toolchain"
OUT = "build/chapter-00"

run = report.Run(0, "the toolchain")

run.step("What is installed")
run.say("`make doctor` prints this table; the chapter explains its columns.")
missing = doctor.examine()
if not run.check("all that chapters 1 to 4 need was found", not missing):
    sys.exit(run.finish())

run.step("mlir-opt lowers, mlir-runner runs")
run.shell(
    f'mlir-opt --pass-pipeline="$(python -m runners pipelines cpu-loops)" {IN}/gcd.mlir '
    f"-o {OUT}/gcd.lowered.mlir"
)
printed = run.shell(f"mlir-runner {OUT}/gcd.lowered.mlir -e main --entry-point-result=i32")
run.equal("gcd(48, 36), run by mlir-runner", int(printed), 12)
run.result("gcd-runner", printed.strip())

run.step("mlir-translate, opt and llc make an object, and the C compiler an executable")
run.shell(f"mlir-translate --mlir-to-llvmir {OUT}/gcd.lowered.mlir -o {OUT}/gcd.ll")
run.shell(f"opt -O2 -S {OUT}/gcd.ll -o {OUT}/gcd.opt.ll")
run.shell(f"llc -O2 -relocation-model=pic -filetype=obj {OUT}/gcd.opt.ll -o {OUT}/gcd.o")
if toolchain.linker().is_compiler:
    run.shell(f"${{CC:-cc}} {OUT}/gcd.o -o {OUT}/gcd")
    printed = run.shell(f"{OUT}/gcd; echo $?")
    run.equal("gcd(48, 36), the exit code of the executable", int(printed), 12)
    run.result("gcd-executable", printed.strip())
else:
    run.say("No C compiler was found, so no executable is linked: see the table above.")

run.step("Python: the bindings compile in this process, and a NumPy array goes through")
run.python(f"program = runners.load('{IN}/axpy.mlir')")
run.python("library = program.compile('cpu-buffers')")
run.python("x = np.arange(5, dtype=np.float32)\ny = np.ones(5, dtype=np.float32)")
run.python("library.axpy(2.0, x, y)")
run.equal("y = 2 x + y, compiled in process", run.names["y"], np.float32([1, 3, 5, 7, 9]))

run.step("Python: the same, ahead of time, linked into a shared library")
run.python(f"ahead = program.compile('cpu-buffers', how='aot', keep='{OUT}/axpy')")
run.python("ahead.axpy(-2.0, x, y)")
run.equal("y = y - 2 x, from the shared library", run.names["y"], np.ones(5, np.float32))
run.file(run.names["ahead"].path)

sys.exit(run.finish())
