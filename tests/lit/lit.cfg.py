"""FileCheck tests of what passes do, laid out as the tree they test."""

import os
import sys
from pathlib import Path

import lit.formats

root = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root))
from runners import pipeline  # noqa: E402

config.name = "stepdown"  # noqa: F821 (lit defines `config`)
config = config  # noqa: F821
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".mlir"]
config.test_source_root = str(root / "tests" / "lit")
config.test_exec_root = str(root / "build" / "lit")

tools = [root / ".venv" / "bin"]
if os.environ.get("STEPDOWN_LLVM"):
    tools.insert(0, Path(os.environ["STEPDOWN_LLVM"]) / "bin")
config.environment["PATH"] = os.pathsep.join([*map(str, tools), os.environ["PATH"]])
config.environment["STEPDOWN_LLVM"] = os.environ.get("STEPDOWN_LLVM", "")

# %{cpu-buffers} is the pass-pipeline option with the pipeline of that name and its defaults.
for name in pipeline.names():
    config.substitutions.append((f"%{{{name}}}", f'--pass-pipeline="{pipeline.load(name).text()}"'))
# %lower FILE -p NAME --set KEY=VALUE is for pipelines with parameters.
config.substitutions.append(("%lower", f"{sys.executable} -m runners lower"))
config.environment["PYTHONPATH"] = str(root)
quote = '"' if " " in str(root) else ""  # lit quotes nothing of what it substitutes
config.substitutions += [
    ("%chapters", f"{quote}{root / 'chapters'}{quote}"),
    ("%schedules", f"{quote}{root / 'mlir' / 'schedules'}{quote}"),
    ("%root", f"{quote}{root}{quote}"),
    (r"%s\b", f"{quote}%s{quote}"),  # and then lit's own %s and %t between the quotes
    (r"%t\b", f"{quote}%t{quote}"),
]
