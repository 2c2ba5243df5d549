"""The kernel's own tests, in C++: as they are, and under the sanitizers of memory, undefined behaviour and threads."""

from pathlib import Path

import pytest

from tests.kernel.compiler import KERNEL, TESTS, compiled, compiler, run, works

MEMORY = "-fsanitize=address,undefined"
THREADS = "-fsanitize=thread"


def test_there_are_tests_of_the_kernel() -> None:
    assert {"weak_test", "threads_test"} <= {test.stem for test in TESTS}


def test_weak_game_agrees_with_brute_force(tmp_path: Path) -> None:
    run(compiled(KERNEL / "tests" / "weak_test.cpp", tmp_path, "-O0"), rounds=20)


def test_either_type_of_128_bits_gives_the_same_node_counts(tmp_path: Path) -> None:
    run(compiled(KERNEL / "tests" / "two_words_test.cpp", tmp_path, "-O0"), rounds=5)


@pytest.mark.slow
@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.stem)
def test_without_the_compilers_type_of_128_bits(test: Path, tmp_path: Path) -> None:
    run(compiled(test, tmp_path, "-O1", "-DNOUGHTS_TWO_WORDS"), rounds=20)


def sanitized(test: Path, folder: Path, sanitizer: str) -> Path:
    """The program of a test under a sanitizer that ends it at the first fault."""
    if not works(*compiler(), sanitizer):
        pytest.skip(f"the compiler has no runtime for {sanitizer}")
    return compiled(test, folder, "-O1", "-g1", sanitizer, "-fno-sanitize-recover=all")


@pytest.mark.slow
@pytest.mark.parametrize("test", [test for test in TESTS if test.stem != "threads_test"], ids=lambda test: test.stem)
def test_memory_and_undefined_behaviour(test: Path, tmp_path: Path) -> None:
    run(sanitized(test, tmp_path, MEMORY), rounds=50)


@pytest.mark.slow
@pytest.mark.parametrize(
    "test", [test for test in TESTS if "<thread>" in test.read_text(encoding="utf-8")], ids=lambda test: test.stem
)
def test_threads(test: Path, tmp_path: Path) -> None:
    run(sanitized(test, tmp_path, THREADS), rounds=50)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sanitizer", "fault"),
    [
        (MEMORY, "int main(int many, char**) { int cells[2] = {}; return cells[many + 3]; }"),
        (MEMORY, "int main(int many, char**) { return (many << 31 << many) && 0; }"),
        (
            THREADS,
            "#include <thread>\nint main() { int x = 0; std::thread other([&] { ++x; }); ++x; other.join(); }",
        ),
    ],
    ids=["outside an array", "shift of a sign", "race"],
)
def test_sanitizers_find_a_fault(sanitizer: str, fault: str, tmp_path: Path) -> None:
    source = tmp_path / "fault_test.cpp"
    source.write_text(fault, encoding="utf-8")
    with pytest.raises(AssertionError):
        run(sanitized(source, tmp_path, sanitizer), rounds=1)
