"""Positions are written like in chess: "x1o/111/11x o" (o to move)."""

from typing import Dict, Tuple


def decode(fen: str) -> Tuple[str, str]:
    squares, mover = fen.split(" ")
    return squares.replace("/", ""), mover


def encode(squares: str, mover: str) -> str:
    return "/".join((squares[0:3], squares[3:6], squares[6:9])) + " " + mover


def won(squares: str, who: str) -> bool:
    lines = [squares[0:3], squares[3:6], squares[6:9], squares[0::3], squares[1::3], squares[2::3]]
    return who * 3 in lines + [squares[0::4], squares[2:7:2]]


class Engine:
    def __init__(self) -> None:
        self.hash: Dict[str, int] = {}

    def eval(self, fen: str) -> int:
        if fen not in self.hash:
            squares, mover = decode(fen)
            other = "o" if mover == "x" else "x"
            if won(squares, other):
                self.hash[fen] = -1 - squares.count("1")
            else:
                self.hash[fen] = max((-self.eval(after) for _, after in self.moves(fen)), default=0)
        return self.hash[fen]

    def moves(self, fen: str):
        squares, mover = decode(fen)
        other = "o" if mover == "x" else "x"
        for i, square in enumerate(squares):
            if square == "1":
                yield "abc"[i % 3] + "321"[i // 3], encode(squares[:i] + mover + squares[i + 1 :], other)

    def go(self, fen: str) -> str:
        return max(self.moves(fen), key=lambda pair: -self.eval(pair[1]))[0]


def bestmove(fen: str) -> str:
    return Engine().go(fen)
