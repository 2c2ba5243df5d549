"""Boards to practise on, and worksheets to print."""
