"""The kernel's own tests in C++, compiled normally and with sanitizers for memory, undefined behaviour and threads."""

from pathlib import Path

import pytest

from tests.kernel.compiler import KERNEL, TESTS, compiled, compiler, run, works

MEMORY = "-fsanitize=address,undefined"
THREADS = "-fsanitize=thread"


def test_the_cpp_tests_are_found() -> None:
    assert {"maker_breaker_test", "threads_test"} <= {test.stem for test in TESTS}


@pytest.mark.parametrize(
    ("name", "rounds"),
    [
        ("bits_test", 20),
        pytest.param("maker_breaker_test", 20, marks=pytest.mark.slow),
        pytest.param("two_words_test", 5, marks=pytest.mark.slow),
    ],
)
def test_the_cpp_tests_pass_without_sanitizers(name: str, rounds: int, tmp_path: Path) -> None:
    run(compiled(KERNEL / "tests" / f"{name}.cpp", tmp_path, "-O0"), rounds)


@pytest.mark.slow
@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.stem)
def test_the_cpp_tests_pass_without_128_bit_integers(test: Path, tmp_path: Path) -> None:
    run(compiled(test, tmp_path, "-O1", "-DNOUGHTS_TWO_WORDS"), rounds=20)


def sanitized(test: Path, folder: Path, sanitizer: str) -> Path:
    """Compile a test with a sanitizer that aborts the program at the first fault."""
    if not works(*compiler(), sanitizer):
        pytest.skip(f"the compiler has no runtime for {sanitizer}")
    return compiled(test, folder, "-O1", "-g1", sanitizer, "-fno-sanitize-recover=all")


@pytest.mark.slow
@pytest.mark.parametrize("test", [test for test in TESTS if test.stem != "threads_test"], ids=lambda test: test.stem)
def test_the_cpp_tests_have_no_memory_errors_or_undefined_behaviour(test: Path, tmp_path: Path) -> None:
    run(sanitized(test, tmp_path, MEMORY), rounds=50)


@pytest.mark.slow
@pytest.mark.parametrize(
    "test", [test for test in TESTS if "<thread>" in test.read_text(encoding="utf-8")], ids=lambda test: test.stem
)
def test_the_cpp_tests_have_no_data_races(test: Path, tmp_path: Path) -> None:
    run(sanitized(test, tmp_path, THREADS), rounds=50)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sanitizer", "fault"),
    [
        (MEMORY, "int main(int argc, char**) { int cells[2] = {}; return cells[argc + 3]; }"),
        (MEMORY, "int main(int argc, char**) { return (argc << 31 << argc) && 0; }"),
        (
            THREADS,
            "#include <thread>\nint main() { int x = 0; std::thread other([&] { ++x; }); ++x; other.join(); }",
        ),
    ],
    ids=["out of bounds", "shift of a sign bit", "data race"],
)
def test_the_sanitizers_detect_faults(sanitizer: str, fault: str, tmp_path: Path) -> None:
    source = tmp_path / "fault_test.cpp"
    source.write_text(fault, encoding="utf-8")
    with pytest.raises(AssertionError):
        run(sanitized(source, tmp_path, sanitizer), rounds=1)
