"""GPU kernels to PTX and to machine code: what is made, what it says of itself, what is refused."""

from __future__ import annotations

import dataclasses
import functools
import re
import subprocess

import pytest
from conftest import ROOT

import runners
from runners import ArgumentError, CompileError, NotFound, ToolchainError, cubin, nvvm, toolchain
from runners import ptx as ptx_module

pytest.importorskip("cuda.bindings", reason="the extra `gpu` is not installed: no ptxas")

CHIPS = ("sm_75", "sm_80", "sm_90a", "sm_100a", "sm_120")
WORKGROUP = "#gpu.address_space<workgroup>"
SQUARE = """func.func @square(%x: memref<256x128xf32>, %y: memref<256x128xf32>) {
  linalg.square ins(%x : memref<256x128xf32>) outs(%y : memref<256x128xf32>)
  return
}"""
ROW_SUMS = """func.func @rows(%x: memref<64x64xf32>, %y: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %a = affine.load %x[%i, %j] : memref<64x64xf32>
      %b = affine.load %y[%i] : memref<64xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %y[%i] : memref<64xf32>
    }
  }
  return
}"""
PREFIX = """func.func @prefix(%x: memref<100xf32>) {
  affine.for %i = 1 to 100 {
    %a = affine.load %x[%i - 1] : memref<100xf32>
    affine.store %a, %x[%i] : memref<100xf32>
  }
  return
}"""
# Two static buffers and one dynamic, each written and read so that none can be left out.
SHARED = f"""gpu.module @m {{
  gpu.func @k(%x: memref<?xf32>)
      workgroup(%s: memref<33xi8, {WORKGROUP}>, %t: memref<65xf32, {WORKGROUP}>) kernel {{
    %z = arith.constant 0 : index
    %i = gpu.thread_id x
    %d = gpu.dynamic_shared_memory : memref<?xi8, {WORKGROUP}>
    %f = memref.view %d[%z][] : memref<?xi8, {WORKGROUP}> to memref<64xf32, {WORKGROUP}>
    %v = memref.load %x[%i] : memref<?xf32>
    %n = arith.fptosi %v : f32 to i8
    memref.store %v, %f[%i] : memref<64xf32, {WORKGROUP}>
    memref.store %v, %t[%i] : memref<65xf32, {WORKGROUP}>
    memref.store %n, %s[%i] : memref<33xi8, {WORKGROUP}>
    gpu.barrier
    %a = memref.load %f[%z] : memref<64xf32, {WORKGROUP}>
    %b = memref.load %t[%z] : memref<65xf32, {WORKGROUP}>
    %c = memref.load %s[%z] : memref<33xi8, {WORKGROUP}>
    %e = arith.sitofp %c : i8 to f32
    %g = arith.addf %a, %b : f32
    %h = arith.addf %g, %e : f32
    memref.store %h, %x[%i] : memref<?xf32>
    gpu.return
  }}
}}"""
COPY = f"""gpu.module @m {{
  gpu.func @k(%x: memref<64xf32>) workgroup(%s: memref<64xf32, {WORKGROUP}>) kernel {{
    %i = gpu.thread_id x
    %t = nvgpu.device_async_copy %x[%i], %s[%i], 4
        : memref<64xf32> to memref<64xf32, {WORKGROUP}>
    %g = nvgpu.device_async_create_group %t
    nvgpu.device_async_wait %g {{numGroups = 0 : i32}}
    gpu.barrier
    %v = memref.load %s[%i] : memref<64xf32, {WORKGROUP}>
    memref.store %v, %x[%i] : memref<64xf32>
    gpu.return
  }}
}}"""
BY_HAND = """llvm.func @k(%x: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
  %c = llvm.mlir.constant(42 : i32) : i32
  llvm.store %c, %x : i32, !llvm.ptr<1>
  llvm.return
}"""


def kernel(
    body: str, arguments: str = "%x: memref<64xf32>", workgroup: str = "", before: str = "",
    name: str = "k",
) -> str:  # fmt: skip
    """A gpu.module with one kernel; %i is the thread's number and %v the element of that number."""
    load = "%v = memref.load %x[%i] : memref<64xf32>" if "%x: memref<64xf32>" in arguments else ""
    return f"""gpu.module @m {{
  {before}
  gpu.func @{name}({arguments}) {workgroup} kernel {{
    %i = gpu.thread_id x
    {load}
    {body}
    gpu.return
  }}
}}"""


@functools.cache
def made(text: str, chip: str = "sm_80", **options: object) -> runners.Ptx:
    return runners.load(text).ptx(chip, **options)


def store(value: str) -> str:
    return f"memref.store {value}, %x[%i] : memref<64xf32>"


# What PTX says of a kernel.


@pytest.mark.parametrize(
    ("kind", "types"),
    [
        ("memref<f32>", ["u64"] * 3),
        ("memref<?xf32>", ["u64"] * 5),
        ("memref<4x?x8xf16>", ["u64"] * 9),
        ("memref<?x4xf32, strided<[?, 1], offset: ?>>", ["u64"] * 7),
        ("memref<*xf32>", ["u64"] * 2),
        ("index", ["u64"]),
        ("i1", ["u8"]),
        ("i8", ["u8"]),
        ("i32", ["u32"]),
        ("f16", ["b8"]),
        ("bf16", ["b8"]),
        ("f32", ["f32"]),
        ("f64", ["f64"]),
        ("vector<4xf32>", ["b8"]),
        ("complex<f32>", ["b8"]),
    ],
)
def test_an_argument_becomes_the_parameters_that_its_type_means(kind, types):
    found = made(kernel("", f"%a: {kind}")).kernels["k"]
    assert [each.type for each in found.parameters] == types
    assert found.arguments == (kind,)
    assert ptx_module.expanded(kind) == len(types)
    size = {"vector<4xf32>": 16, "complex<f32>": 8, "f16": 2, "bf16": 2}.get(kind)
    assert size is None or found.parameters[0].size == size


def test_a_bare_pointer_is_one_parameter():
    found = made(kernel("", "%a: memref<4x8xf32>, %b: f32"), bare_pointers=True).kernels["k"]
    assert [each.type for each in found.parameters] == ["u64", "f32"]
    assert found.parameters[0].pointer
    assert found.bare_pointers
    assert not found.parameters[1].pointer


@pytest.mark.parametrize("kind", ["memref<?xf32>", "memref<*xf32>",
                                  "memref<4xf32, strided<[1], offset: ?>>"])  # fmt: skip
def test_a_bare_pointer_needs_sizes_that_are_given(kind):
    with pytest.raises(CompileError, match=rf"k takes {re.escape(kind)}: a bare pointer does not"):
        made(kernel("", f"%a: {kind}"), bare_pointers=True)


def test_the_parameters_are_counted_against_the_signature():
    text = made(kernel("")).text
    wrong = nvvm.Signature("k", "m", ("memref<64xf32>", "index"))
    with pytest.raises(CompileError, match=r"k\(memref<64xf32>, index\) should have 6 parameters .*"
                       "3 \\+ 2 \\* rank.* has 5: a pass changed its signature"):  # fmt: skip
        ptx_module.read(text, "x.mlir", [wrong])
    with pytest.raises(CompileError, match="no PTX came of kernel lost"):
        ptx_module.read(text, "x.mlir", [nvvm.Signature("lost", "m", ())])


@pytest.mark.parametrize("floats", [1, 65, 100])
@pytest.mark.parametrize("dynamic", [True, False])
def test_shared_memory_is_counted_as_ptxas_counts_it(floats, dynamic):
    text = SHARED.replace("65xf32", f"{floats}xf32")
    if not dynamic:
        text = re.sub(r" *%[df] = .*\n|.*store %v, %f.*\n", "", text).replace(
            f"%a = memref.load %f[%z] : memref<64xf32, {WORKGROUP}>",
            f"%a = memref.load %t[%z] : memref<{floats}xf32, {WORKGROUP}>",
        )
    found = made(text).kernels["k"]
    assert found.dynamic_shared == dynamic
    assert found.shared >= 33 + 4 * floats
    assert found.shared == made(text).assemble().kernels["k"].shared


def test_shared_memory_of_a_function_that_is_called_counts_too():
    text = """.version 7.0
.target sm_80
.address_size 64
.shared .align 4 .b8 of_both[8];
.shared .align 8 .b64 of_nobody[100];
.func  (.param .b32 func_retval0) inner(
\t.param .b32 inner_param_0
)
{
\t.shared .align 16 .b8 own[20];
\tmov.u64 %rd1, of_both;
}
.visible .entry outer()
{
\tcall.uni (retval0), inner, (param0);
}
.visible .entry alone()
{
\tmov.u64 %rd1, of_both_;
}
"""
    kernels = ptx_module.read(text, "x").kernels
    assert kernels["outer"].shared == 36  # 8, then 20 from 16 on
    assert kernels["alone"].shared == 0


def test_dynamic_shared_memory_is_external_and_overlaps_nothing():
    text = made(SHARED).text
    assert re.findall(r"^\.extern \.shared \.align 16 \.b8 \w+\[\];", text, re.MULTILINE)
    assert not re.search(r"^\s*\.shared .*__dynamic_shmem", text, re.MULTILINE)
    static = made(SHARED).assemble().kernels["k"].shared
    assert static >= 33 + 260  # nothing lies at the address of the dynamic memory but that


def test_buffers_of_a_workgroup_are_aligned_for_the_widest_access():
    alignments = re.findall(r"\.shared \.align (\d+) ", made(SHARED).text)
    assert alignments == ["16"] * 3
    wider = f"workgroup(%s: memref<64xf32, {WORKGROUP}> {{llvm.align = 128 : i64}})"
    assert (
        ".align 128 "
        in made(COPY.replace(f"workgroup(%s: memref<64xf32, {WORKGROUP}>)", wider)).text
    )


def test_a_block_and_a_grid_that_mlir_knew_are_kept():
    found = runners.load(SQUARE).lower("gpu-affine").ptx().kernels["square_kernel"]
    assert (found.block, found.grid) == ((128, 1, 1), (256, 1, 1))
    by_hand = BY_HAND.replace("nvvm.kernel", "nvvm.kernel, nvvm.reqntid = array<i32: 32, 4>")
    assert made(by_hand).kernels["k"].block == (32, 4, 1)
    assert made(BY_HAND).kernels["k"].block is None


@pytest.mark.parametrize(
    ("chip", "version"),
    [("sm_75", "6.3"), ("sm_80", "7.0"), ("sm_90", "7.8"), ("sm_90a", "8.0"), ("sm_100", "8.6"),
     ("sm_120", "8.7")],
)  # fmt: skip
def test_ptx_is_of_the_lowest_version_that_the_chip_has(chip, version):
    ptx = made(BY_HAND, chip)
    assert (ptx.version, ptx.chip) == (version, chip)
    assert f"\n.version {version}\n.target {chip}\n" in ptx.text


@pytest.mark.parametrize("version", ["8.4", 8.4])
def test_a_higher_version_can_be_asked_for(version):
    assert made(BY_HAND, version=version).version == "8.4"


def test_a_version_below_the_chips_lowest_is_refused_with_both_numbers():
    with pytest.raises(CompileError, match=r"PTX version 6\.0 does not support target 'sm_80'. Min"
                       r"imum required PTX version is 7\.0"):  # fmt: skip
        made(BY_HAND, version="6.0")


def test_a_version_that_llvm_does_not_write_is_refused():
    with pytest.raises(NotFound, match=r"writes no PTX of version 9\.9; it knows 3\.2, .*9\.0"):
        made(BY_HAND, version="9.9")


@pytest.mark.parametrize("chip", ["sm_99", "sm80", "gfx90a", ""])
def test_a_chip_that_does_not_exist_is_refused(chip):
    with pytest.raises(NotFound, match=f"no chip is called '{chip}'.*LLVM knows sm_20, .*sm_90a"):
        made(BY_HAND, chip)


def test_a_chip_is_named_by_a_string():
    with pytest.raises(ArgumentError, match="a chip is a name such as 'sm_80'; got 80"):
        made(BY_HAND, 80)


def test_the_same_request_gives_the_same_object():
    program = runners.load(BY_HAND)
    assert program.ptx() is program.ptx("sm_80")
    assert program.ptx("sm_90") is not program.ptx()
    assert program.ptx(version="8.0") is not program.ptx()
    assert program.ptx().assemble() is program.ptx().assemble("sm_80")


def test_every_stage_is_kept(tmp_path):
    (tmp_path / "device7.ll").touch()
    ptx = runners.load(SHARED).ptx(keep=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "device0.ll", "device0.mlir", "module.ll", "module.opt.ll", "module.ptx"
    ]  # fmt: skip
    assert (tmp_path / "module.ptx").read_text() == ptx.text
    assert 'target triple = "nvptx64-nvidia-cuda"' in (tmp_path / "module.opt.ll").read_text()
    with pytest.raises(NotFound, match="cannot be written"):
        runners.load(SHARED).ptx(keep="/proc/none")


# What goes in.


def test_the_three_ways_to_write_a_kernel_give_one():
    launch = """func.func @f(%x: memref<64xf32>) {
      %one = arith.constant 1 : index
      %n = arith.constant 64 : index
      %c = arith.constant 42.0 : f32
      gpu.launch blocks(%a, %b, %d) in (%e = %one, %g = %one, %h = %one)
                 threads(%i, %j, %k) in (%l = %n, %m = %one, %o = %one) {
        memref.store %c, %x[%i] : memref<64xf32>
        gpu.terminator
      }
      return
    }"""
    from_launch = runners.load(launch).lower("gpu-outline").ptx()
    assert [str(each) for each in from_launch.kernels.values()] == ["f_kernel(memref<64xf32>)"]
    assert list(made(kernel(store("%v"))).kernels) == ["k"]
    inside = made(f"gpu.module @m {{ {BY_HAND} }}")
    for ptx in (inside, made(BY_HAND)):
        assert [each.type for each in ptx.kernels["k"].parameters] == ["u64", "u32"]
        assert "st.global.b32" in ptx.text
        assert ", 42;" in ptx.text
    assert str(inside.kernels["k"]) == "k(u64, u32)"


def test_several_gpu_modules_become_one_ptx():
    both = "\n".join((SQUARE, SQUARE.replace("@square", "@again")))
    ptx = runners.load(both).lower("gpu-parallel-loops").ptx()
    assert sorted(ptx.kernels) == ["again_kernel", "square_kernel"]
    assert ptx.kernels["again_kernel"].module == "again_kernel"
    two = SHARED + SHARED.replace("@m", "@n").replace("@k(", "@l(")
    assert sorted(made(two).assemble().kernels) == ["k", "l"]


def test_a_name_that_is_taken_twice_is_refused():
    with pytest.raises(
        CompileError, match=r"kernel k is in gpu.module @m and in @n: give one of th"
    ):
        made(SHARED + SHARED.replace("@m", "@n"))
    helper = "llvm.func @help() { llvm.return }"
    two = kernel("", before=helper) + kernel("", before=helper, name="l").replace("@m", "@n")
    with pytest.raises(
        CompileError, match=r"two gpu.modules define 'help': give one of them anothe"
    ):
        made(two)


@pytest.mark.parametrize("name", ['"my-kernel"', '"a b"', '"1st"'])
def test_a_name_that_ptx_cannot_hold_is_refused(name):
    with pytest.raises(CompileError, match=r"a kernel cannot be called .* in PTX: letters, digits"):
        made(kernel("", name=name))


NO_KERNEL = {
    "nothing": ("func.func @f() { return }", "lower it through gpu-affine or gpu-parallel-loops"),
    "a device function": (
        "gpu.module @m { gpu.func @f() { gpu.return } }",
        "a gpu.func that is marked `kernel`",
    ),
    "not outlined": (
        """func.func @f(%n: index) {
          gpu.launch blocks(%a, %b, %d) in (%e = %n, %g = %n, %h = %n)
                     threads(%i, %j, %k) in (%l = %n, %m = %n, %o = %n) { gpu.terminator }
          return
        }""",
        "its gpu.launch is not outlined: lower it through gpu-outline first",
    ),
    "compiled": (
        'gpu.binary @m [#gpu.object<#nvvm.target, "x">]',
        "its gpu.modules are compiled already",
    ),
}


@pytest.mark.parametrize(("text", "message"), NO_KERNEL.values(), ids=NO_KERNEL)
def test_a_program_without_a_kernel_says_what_to_do(text, message):
    with pytest.raises(CompileError, match=f"there is no GPU kernel in this program; .*{message}"):
        made(text)


def test_an_operation_that_nothing_lowers_is_named_with_its_kernel():
    body = """%z = arith.constant dense<0.0> : vector<4xf32>
      %t = vector.broadcast %v : f32 to vector<4x4xf32>
      %r = vector.multi_reduction <add>, %t, %z [1] : vector<4x4xf32> to vector<4xf32>
      %s = vector.extract %r[0] : f32 from vector<4xf32>
      """ + store("%s")  # fmt: skip
    with pytest.raises(CompileError, match=r"vector.multi_reduction is left in k of gpu.module @m "
                       "after gpu-nvvm: no pass in it lowers this operation"):  # fmt: skip
        made(kernel(body))


def test_a_cast_that_is_left_is_named_with_what_holds_it():
    body = """%p = builtin.unrealized_conversion_cast %v : f32 to i17
      %q = arith.addi %p, %p : i17
      %r = arith.sitofp %q : i17 to f32
      """ + store("%r")  # fmt: skip
    with pytest.raises(CompileError, match=r"builtin.unrealized_conversion_cast \(f32 to i17, used "
                       r"by llvm.add\) is left in k of gpu.module @m"):  # fmt: skip
        made(kernel(body))


def test_a_pass_that_fails_names_the_operation_and_the_place():
    reduce = "%r = gpu.all_reduce add %v {} : (f32) -> f32\n" + store("%r")
    with pytest.raises(CompileError, match=r"<text>:6:10: error: failed to legalize operation "
                       r"'gpu.all_reduce'.* \(in pass convert-gpu-to-nvvm"):  # fmt: skip
        made(kernel(reduce))


def test_an_empty_translation_is_noticed(monkeypatch):
    """mlir-translate makes an empty module of a gpu.module as it stands, and ends with 0."""
    whole = nvvm._standing_alone
    monkeypatch.setattr(
        nvvm, "_standing_alone", lambda body: f"module {{ gpu.module @m {whole(body)[6:]} }}"
    )
    with pytest.raises(
        CompileError, match=r"mlir-translate gave an empty LLVM module for gpu.modu"
    ):
        runners.load(kernel("")).ptx()


def test_what_makes_llc_abort_is_an_error_that_names_feature_and_chip():
    assert "cp.async" in made(COPY).text
    with pytest.raises(CompileError, match=r"sm_75 does not have llvm\.nvvm\.cp\.async\.\S+"
                       r".*: asynchronous copies to shared memory \(cp\.async\) came with sm_80; "
                       "ask for a chip from there on") as caught:  # fmt: skip
        made(COPY, "sm_75")
    assert "Cannot select" in caught.value.diagnostics


WGMMA = """llvm.func @k() attributes {nvvm.kernel} {
  nvvm.wgmma.fence.aligned
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.return
}"""
MMA = """llvm.func @k(%x: !llvm.ptr<1>, %a: vector<2xf16>) attributes {nvvm.kernel} {
  %r = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%a, %a]
    {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
     shape = #nvvm.shape<m = 16, n = 8, k = 16>}
    : (vector<2xf16>, vector<2xf16>, vector<2xf16>)
    -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  %s = llvm.extractvalue %r[0] : !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  llvm.store %s, %x : vector<2xf16>, !llvm.ptr<1>
  llvm.return
}"""


@pytest.mark.parametrize(
    ("text", "with_it", "without", "message"),
    [
        (WGMMA, "sm_90a", "sm_90", r"\(wgmma\) are on sm_90a only; ask for that"),
        (WGMMA, "sm_90a", "sm_100a", r"\(wgmma\) are on sm_90a only; ask for that"),
        (MMA, "sm_80", "sm_75", r"this shape or type of matrix product \(mma\) came with sm_80"),
    ],
)
def test_tensor_cores_are_on_the_chips_that_have_them(text, with_it, without, message):
    assert made(text, with_it).assemble().chip == with_it
    with pytest.raises(CompileError, match=f"{without} does not have llvm.nvvm.*: .*{message}"):
        made(text, without)


def test_a_function_that_nothing_defines_is_named():
    text = """llvm.func @helper(i32) -> i32
    llvm.func @k(%x: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
      %q = llvm.call @helper(%n) : (i32) -> i32
      llvm.store %q, %x : i32, !llvm.ptr<1>
      llvm.return
    }"""
    with pytest.raises(CompileError, match="Unresolved extern function 'helper'"):
        made(text).assemble()


def test_reductions_of_a_warp_need_the_chip_that_has_them():
    body = """%n = arith.fptosi %v : f32 to i32
      %s = gpu.subgroup_reduce add %n uniform : (i32) -> i32
      %f = arith.sitofp %s : i32 to f32
      """ + store("%f")  # fmt: skip
    assert "redux.sync" in made(kernel(body)).text
    with pytest.raises(CompileError, match=r"failed to legalize operation 'gpu.subgroup_reduce'"):
        made(kernel(body), "sm_75")


# libdevice.


@pytest.mark.parametrize("operation", ["exp", "tanh", "erf", "sin", "log1p", "powf", "clampf"])
@pytest.mark.parametrize("kind", ["f32", "f64"])
def test_functions_come_from_libdevice(operation, kind):
    operands = {"powf": "%a, %a", "clampf": "%a to [%a, %a]"}.get(operation, "%a")
    text = kernel(
        f"""%a = memref.load %y[%i] : memref<64x{kind}>
        %b = math.{operation} {operands} : {kind}
        memref.store %b, %y[%i] : memref<64x{kind}>""",
        f"%y: memref<64x{kind}>",
    )
    ptx = made(text)
    assert ".extern .func" not in ptx.text
    assert ptx.assemble().kernels["k"].registers > 3


def test_without_libdevice_the_error_says_where_it_was_looked_for(monkeypatch):
    toolchain.reset()
    monkeypatch.setenv("STEPDOWN_CUDA", "/nowhere")
    body = "%b = math.exp %v : f32\n" + store("%b")
    with pytest.raises(
        ToolchainError, match=r"no libdevice\.10\.bc: STEPDOWN_CUDA=/nowhere has no"
    ):
        runners.load(kernel(body)).ptx()
    runners.load(kernel(store("%v"))).ptx()  # nothing of it is needed
    toolchain.reset()


def test_a_constant_table_takes_no_memory_of_a_thread():
    table = 'memref.global "private" constant @table : memref<64xf32> = dense<"0x%s">' % (
        "0000803F00000040" * 32
    )
    text = kernel(
        "%t = memref.get_global @table : memref<64xf32>\n"
        "%w = memref.load %t[%i] : memref<64xf32>\n" + store("%w"),
        before=table,
    )
    ptx = made(text)
    assert ".local" not in ptx.text
    assert ptx.assemble().kernels["k"].stack == 0


# Machine code.


@pytest.mark.parametrize("chip", CHIPS)
def test_kernels_assemble_for_every_chip(chip):
    for text in (SHARED, BY_HAND):
        code = made(text, chip).assemble()
        assert code.chip == chip
        assert code.data.startswith(b"\x7fELF")
        assert code.kernels["k"].registers > 0
        assert code.kernels["k"].spill_stores == 0


def test_ptx_assembles_for_a_newer_chip():
    assert made(SHARED, "sm_75").assemble("sm_120").chip == "sm_120"


def test_what_a_kernel_takes_is_read_from_ptxas():
    code = made(SHARED).assemble()
    assert code.ptxas == toolchain.cuda_tool("ptxas")
    assert code.ptxas_version in toolchain.says(code.ptxas)
    taken = code.kernels["k"]
    assert (taken.barriers, taken.stack) == (1, 0)
    assert taken.constant >= 0x160 + 5 * 8  # the parameters are among them
    assert f"Used {taken.registers} registers" in code.log


def test_spills_and_stack_are_read_from_ptxas():
    """Many values at once in few registers: the rest goes to the thread's stack."""
    loads = "\n".join(
        f"%p{n} = llvm.getelementptr %x[{n}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32\n"
        f"%v{n} = llvm.load volatile %p{n} : !llvm.ptr<1> -> f32"
        for n in range(64)
    )
    stores = "\n".join(
        f"llvm.store volatile %v{63 - n}, %p{n} : f32, !llvm.ptr<1>" for n in range(64)
    )
    text = f"""llvm.func @k(%x: !llvm.ptr<1>) attributes {{nvvm.kernel, nvvm.maxnreg = 24 : i32}} {{
      {loads}
      {stores}
      llvm.return
    }}"""
    taken = made(text).assemble().kernels["k"]
    assert taken.registers <= 24
    assert taken.spill_stores > 0
    assert taken.spill_loads > 0
    assert taken.stack > 0
    assert f"{taken.spill_stores} bytes stored, {taken.spill_loads} loaded" in made(text).describe()


def test_the_machine_code_can_be_read():
    two = made(SHARED + SHARED.replace("@m", "@n").replace("@k(", "@l("))
    text = two.sass("k")
    assert ".text.k" in text
    assert ".text.l" not in text
    assert "BAR.SYNC" in text
    assert "EXIT" in text
    both = two.sass(chip="sm_90")
    assert ".text.k" in both
    assert ".text.l" in both
    assert "target\tsm_90" in both
    with pytest.raises(NotFound, match="no kernel 'm'; there is k, l"):
        two.sass("m")


def test_the_description_has_a_line_for_each_figure():
    ptx = runners.load(SQUARE).lower("gpu-affine").ptx()
    said = ptx.describe()
    assert said.startswith("PTX 7.0 for sm_80, assembled by ptxas ")
    assert str(toolchain.cuda_tool("ptxas")) in said
    assert "\nsquare_kernel(memref<256x128xf32>, memref<256x128xf32>)\n" in said
    assert "  parameters     14: u64 u64" in said
    assert "  threads        128 a block (128, 1, 1)\n" in said
    assert "  occupancy      64 of 64 warps (100%) in 16 blocks on sm_80, limited by warps" in said
    assert "and what the launch gives it" in made(SHARED).describe()


def changed(ptx: runners.Ptx, old: str, new: str) -> runners.Ptx:
    assert old in ptx.text
    return dataclasses.replace(ptx, text=ptx.text.replace(old, new), _assembled={})


def test_ptx_newer_than_ptxas_is_refused_with_both_numbers():
    newer = changed(made(SHARED), ".version 7.0", ".version 99.0")
    with pytest.raises(CompileError, match=r"PTX is of version 99\.0, ptxas \S+ \(\S+ptxas\) takes "
                       r"up to [\d.]+: leave version= away to get the lowest"):  # fmt: skip
        newer.assemble()


def test_what_ptxas_refuses_is_quoted_with_its_line():
    broken = changed(made(SHARED), "bar.sync", "bar.sink")
    with pytest.raises(CompileError, match=r"ptxas \S+ \(\S+ptxas\) failed for sm_80: line \d+: .*"
                       r"\nbar\.sink \t?0;$") as caught:  # fmt: skip
        broken.assemble()
    assert "kernels.ptx, line" in caught.value.diagnostics
    assert "/tmp/" not in caught.value.diagnostics


def test_code_that_is_for_another_chip_is_refused():
    with pytest.raises(
        CompileError, match=r"PTX is for sm_80 and does not run on sm_75: compile fo"
    ):
        made(SHARED).assemble("sm_75")
    with pytest.raises(CompileError, match=r"sm_90a.*sm_100|failed for sm_100"):
        made(SHARED, "sm_90a").assemble("sm_100")


@pytest.mark.parametrize("chip", ["sm_70", "sm_99", "80"])
def test_a_chip_that_ptxas_does_not_know_is_refused(chip):
    with pytest.raises(NotFound, match=rf"ptxas \S+ \(.*ptxas\) does not assemble for '{chip}'.*it "
                       "knows sm_75, sm_80"):  # fmt: skip
        made(SHARED).assemble(chip)


def test_too_much_static_shared_memory_is_refused():
    large = SHARED.replace("65xf32", "16000xf32")
    with pytest.raises(CompileError, match="uses too much shared data"):
        made(large).assemble()


def test_without_ptxas_the_error_says_what_to_do(monkeypatch):
    toolchain.reset()
    ptx = made(SHARED)
    monkeypatch.setattr(toolchain, "site_packages", lambda: ROOT / "nowhere")
    monkeypatch.setenv("PATH", "/nowhere")
    for name in ("CUDA_HOME", "CUDA_ROOT", "STEPDOWN_CUDA"):
        monkeypatch.delenv(name, raising=False)
    if not (toolchain.Path("/usr/local/cuda/bin/ptxas")).exists():
        with pytest.raises(
            ToolchainError, match=r"no ptxas: looked for the wheels .*EXTRAS=dev,gpu"
        ):
            ptx.assemble("sm_86")
    toolchain.reset()


def test_a_ptxas_that_says_nothing_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "bin" / "ptxas"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\necho hello\n")
    path.chmod(0o755)
    toolchain.reset()
    monkeypatch.setenv("STEPDOWN_CUDA", str(tmp_path))
    with pytest.raises(CompileError, match=r"ptxas does not say its release and chips: is it NVID"):
        made(SHARED).assemble("sm_86")
    toolchain.reset()


def test_text_that_is_no_ptx_is_refused():
    with pytest.raises(CompileError, match=r"this is no PTX: it has no \.version or no \.target"):
        ptx_module.read("define void @f() { ret void }", "x.ll")


# Mapping loops to blocks and threads.


def test_a_loop_whose_turns_depend_on_each_other_is_not_mapped():
    with pytest.raises(CompileError, match=r"<text>:\d+:3: error: loop 2 of the nest in rows would "
                       "become threads, but its turns depend on each other"):  # fmt: skip
        runners.load(ROW_SUMS).lower("gpu-affine")
    with pytest.raises(CompileError, match="loop 1 of the nest in prefix would become blocks"):
        runners.load(PREFIX).lower("gpu-affine", threads=0)
    rows = runners.load(ROW_SUMS).lower("gpu-affine", threads=0)
    assert "affine.for" in rows.text.partition("gpu.func")[2]


def test_a_number_of_loops_is_a_number():
    with pytest.raises(ArgumentError, match="blocks is a number of loops; got 'x'"):
        runners.load(ROW_SUMS).lower("gpu-affine", blocks="x")


@pytest.mark.parametrize(
    "subscript", ["%i mod 10", "%i floordiv 2", "%i * symbol(%n)", "%i mod symbol(%n)"]
)
def test_a_subscript_that_may_meet_itself_is_not_taken_for_harmless(subscript):
    text = f"""func.func @f(%x: memref<100xf32>, %h: memref<100xf32>, %n: index) {{
      affine.for %i = 0 to 100 {{
        %a = affine.load %x[%i] : memref<100xf32>
        affine.store %a, %h[{subscript}] : memref<100xf32>
      }}
      return
    }}"""
    with pytest.raises(CompileError, match="its turns depend on each other, or cannot be shown no"):
        runners.load(text).lower("gpu-affine", threads=0)


def test_through_parallel_loops_the_dependent_loop_stays_with_each_thread():
    rows = runners.load(ROW_SUMS).lower("gpu-parallel-loops", tile=32)
    assert "threads in (%c32" in rows.text
    assert "scf.for" in rows.text.partition("gpu.func")[2]
    rows.ptx().assemble()


@pytest.mark.parametrize("tile", [(64, 64), (1, 1, 1025)])
def test_a_block_that_no_gpu_takes_is_refused_at_compile_time(tile):
    text = SQUARE if len(tile) == 2 else SQUARE.replace("256x128", "2x2x4096")
    with pytest.raises(
        CompileError, match=r"square_kernel: block .* the mapping needs smaller tile"
    ):
        runners.load(text).lower("gpu-parallel-loops", tile=tile)


def test_a_row_of_4096_elements_is_not_a_block_of_4096_threads():
    wide = runners.load(SQUARE.replace("256x128", "64x4096"))
    with pytest.raises(CompileError, match="4096 threads in x; the most is 1024"):
        wide.lower("gpu-affine")
    tiled = wide.lower("gpu-affine", tile=(1, 256), blocks=2)
    assert "known_grid_size = array<i32: 64, 16, 1>" in tiled.text
    assert "known_block_size = array<i32: 256, 1, 1>" in tiled.text


@pytest.mark.parametrize(
    ("pipeline", "text", "message"),
    [
        ("gpu-parallel-loops", PREFIX, "no loop has turns that are independent"),
        ("gpu-affine", "func.func @f() { return }", "it has no nest of affine loops as deep as"),
        ("gpu-outline", SQUARE, "there is no gpu.launch in it"),
    ],
)
def test_a_pipeline_that_makes_no_kernel_says_so(pipeline, text, message):
    with pytest.raises(CompileError, match=f"no gpu.func came of pipeline '{pipeline}': {message}"):
        runners.load(text).lower(pipeline)


def test_sizes_that_the_tile_does_not_divide_are_refused_by_one_road_and_guarded_by_the_other():
    odd = runners.load(SQUARE.replace("256x128", "256x130"))
    with pytest.raises(CompileError, match="loops with bounds depending on other mapped loops"):
        odd.lower("gpu-affine", tile=(1, 64), blocks=2)
    assert "scf.if" in odd.lower("gpu-parallel-loops").text


# The command line is test_cli's, occupancy test_occupancy's.


def test_the_process_survives_everything_that_is_refused_here():
    code = "import runners, sys\ntry: runners.load(sys.stdin.read()).ptx('sm_75')\n" \
           "except runners.CompileError: print('alive')"  # fmt: skip
    done = subprocess.run(
        [toolchain.sys.executable, "-c", code], input=COPY, capture_output=True, text=True,
        cwd=ROOT, timeout=60,
    )  # fmt: skip
    assert (done.stdout, done.returncode) == ("alive\n", 0), done.stderr
    assert cubin._resources("nothing to see") == {}
