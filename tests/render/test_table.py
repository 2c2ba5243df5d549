from noughts.render.table import table


def test_cells_are_aligned_and_lines_do_not_end_with_spaces() -> None:
    rows = [["", "won", "note"], ["Ada", "10", "x"], ["Bo", "2", ""]]
    assert table(rows, "<><") == "     won  note\nAda   10  x\nBo     2"
    assert table([["1", "a"], ["10", "b"]], indent=2) == "   1  a\n  10  b"
