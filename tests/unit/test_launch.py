"""The limits of a launch, which every road to a GPU and its stand-ins on the CPU checks alike."""

import numpy as np
import pytest

import runners
from runners import launch


def test_sizes_are_completed_and_counted():
    made = launch.check("k", 4, (16, 3), static_shared=64, dynamic_shared=128)
    assert (made.grid, made.block) == ((4, 1, 1), (16, 3, 1))
    assert (made.blocks, made.threads, made.warps) == (4, 48, 2)
    assert (made.static_shared, made.dynamic_shared) == (64, 128)


@pytest.mark.parametrize("size", [7, (7,), [7, 1], (7, 1, 1), np.int32(7), np.array([7, 1])])
def test_a_size_is_a_number_or_up_to_three(size):
    assert launch.check("k", size, 1).grid == (7, 1, 1)


def test_the_largest_of_each_is_taken():
    launch.check("k", (2**31 - 1, 65535, 65535), (1024, 1, 1))
    launch.check("k", 1, (1, 1024, 1))
    launch.check("k", 1, (1, 1, 64))
    launch.check("k", 1, 1, static_shared=48 * 1024)
    launch.check("k", 1, 1, static_shared=1024, dynamic_shared=162 * 1024)


@pytest.mark.parametrize(
    ("grid", "block", "more", "says"),
    [
        (0, 1, {}, r"grid \(0, 1, 1\) is empty"),
        ((4, 0), 1, {}, r"grid \(4, 0, 1\) is empty"),
        (1, (32, 1, 0), {}, r"block \(32, 1, 0\) is empty"),
        (2**31, 1, {}, "2147483648 blocks in x; the most is 2147483647"),
        ((1, 65536), 1, {}, "65536 blocks in y; the most is 65535"),
        ((1, 1, 65536), 1, {}, "65536 blocks in z; the most is 65535"),
        (1, 2048, {}, "2048 threads in x; the most is 1024"),
        (1, (1, 1, 65), {}, "65 threads in z; the most is 64"),
        (1, (64, 64), {}, "has 4096 threads; the most is 1024"),
        (1, 1, {"static_shared": 48 * 1024 + 1}, "declares 49153 bytes"),
        (1, 1, {"dynamic_shared": 163 * 1024 + 1}, "sm_80 has 166912 for a block"),
        (1, 1, {"static_shared": 4096, "dynamic_shared": 160 * 1024}, "would need 167936 bytes"),
        (1, 1, {"dynamic_shared": 100 * 1024, "chip": "sm_75"}, "sm_75 has 65536"),
        (-1, 1, {}, "grid takes whole numbers from 0; got -1"),
        (1.0, 1, {}, "got 1.0"),
        ((1, 1.0), 1, {}, "takes whole numbers from 0; got 1.0"),
        ((1, True), 1, {}, "got True"),
        (True, 1, {}, "got True"),
        ("4", 1, {}, "got '4'"),
        ((), 1, {}, r"got \(\)"),
        ((1, 1, 1, 1), 1, {}, "up to three"),
        (1, 1, {"dynamic_shared": -4}, "dynamic_shared takes whole numbers"),
        (1, 1, {"chip": "sm_20"}, "'sm_20' are not known"),
    ],
)
def test_what_no_gpu_takes_is_refused_with_the_number_and_the_limit(grid, block, more, says):
    with pytest.raises(runners.ArgumentError, match=says):
        launch.check("k", grid, block, **more)


def test_newer_chips_have_more_shared_memory():
    assert launch.limits("sm_90a").shared > launch.limits("sm_80").shared
    assert launch.limits("sm_120").shared < launch.limits("sm_100a").shared


def test_a_wrong_count_of_arguments_names_the_types():
    launch.count("k", ["f32", "index"], [1.0, 2])
    with pytest.raises(runners.ArgumentError, match=r"k takes 2 arguments \(f32, index\); got 1"):
        launch.count("k", ["f32", "index"], [1.0])
