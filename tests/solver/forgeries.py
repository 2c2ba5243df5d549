"""Forge proof files from a seed, as test material for every checker of the format.

    python -m tests.solver.forgeries SEED COUNT FOLDER PROOF...

writes COUNT changed copies of each proof to FOLDER/accept or FOLDER/reject, as noughts decides. A change can leave a
proof valid, such as a different answer that is as good. Every checker of the format should decide the same. The false
proofs of `forgeries.json`, each of which breaks one rule of the format, are written to FOLDER/reject, too.
"""

import hashlib
import json
import random
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from noughts import game
from noughts.rules.errors import BadFile
from noughts.solver.proofs.certificate import check_file

FALSE: list[dict[str, Any]] = json.loads(Path(__file__).with_name("forgeries.json").read_text(encoding="utf-8"))
"""False claims with proofs that break one rule each."""


def unpacked(path: Path) -> tuple[bytes, bytes]:
    """Return the first line of a proof file with its newline, and the rest."""
    head, _, body = zlib.decompress(path.read_bytes()[:-32]).partition(b"\n")
    return head + b"\n", body


def file_of(content: bytes) -> bytes:
    """Return a proof file with this content and a correct checksum."""
    data = zlib.compress(content)
    return data + hashlib.sha256(data).digest()


def packed(path: Path, content: bytes) -> Path:
    """Write a proof file with this content and a correct checksum, and return its path."""
    path.write_bytes(file_of(content))
    return path


def damaged(file: bytes, draw: random.Random) -> bytes:
    """Change, remove or insert bytes of a compressed file."""
    place = draw.randrange(len(file))
    return draw.choice(
        [
            file[:place] + bytes([file[place] ^ 1 << draw.randrange(8)]) + file[place + 1 :],
            file[:place],
            file[:place] + draw.randbytes(1) + file[place:],
            file[:place] + draw.randbytes(8) + file[place + 8 :],
        ]
    )


def other_claim(head: bytes, draw: random.Random) -> bytes:
    """Change a claim, the position, the game or the symmetries in the first line."""
    line = json.loads(head)
    claim, rules = draw.choice(line["claims"]), game(line["game"])
    match draw.randrange(7):
        case 0:
            claim["wins"] = not claim["wins"]
        case 1:
            claim["alone"] = not claim["alone"]
        case 2:
            claim["attacker"] = "o" if claim["attacker"] == "x" else "x"
        case 3:
            line["position"] = line["position"][:-1] + ("o" if line["position"].endswith("x") else "x")
        case 4:
            columns, rows, length = map(int, rules.name.split(","))
            line["game"] = f"{columns},{rows},{length + draw.choice([-1, 1])}"
        case 5 if line["symmetries"]:
            symmetry = draw.choice(line["symmetries"])
            a, b = draw.sample(range(len(symmetry)), 2)
            symmetry[a], symmetry[b] = symmetry[b], symmetry[a]
        case _:
            line["claims"] *= 2
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def other_proof(body: bytes, draw: random.Random) -> bytes:
    """Change one to three bytes or short pieces of a proof."""
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        place, size = draw.randrange(len(body)), draw.choice([1, 1, 1, 2, 3, 5])
        source = draw.randrange(len(body))
        some = bytes(draw.choice([*range(12), *body[place : place + 9], 251, 252, 253, 254, 255]) for _ in range(size))
        body = draw.choice(
            [
                body[:place] + some + body[place + size :],
                body[:place] + some + body[place:],
                body[:place] + body[place + size :],
                body[:place] + body[source : source + size] + body[place + size :],
            ]
        )
    return body


def forged(path: Path, draw: random.Random) -> bytes:
    """Return a changed copy of a proof file."""
    head, body = unpacked(path)
    change: Callable[[], bytes] = draw.choice(
        [
            lambda: damaged(path.read_bytes(), draw),
            lambda: file_of(other_claim(head, draw) + body),
            *[lambda: file_of(head + other_proof(body, draw))] * 6,
        ]
    )
    return change()


def false_proof(forgery: dict[str, Any]) -> bytes:
    """Return the file of a false claim with a proof that breaks one rule."""
    line = {
        "noughts proof": 1,
        "game": forgery["game"],
        "position": forgery["position"],
        "claims": [{key: forgery[key] for key in ("attacker", "wins", "alone")}],
        "symmetries": game(forgery["game"]).symmetries,
    }
    return file_of(json.dumps(line, separators=(",", ":")).encode() + b"\n" + bytes(forgery["proof"]))


def write(folder: Path, name: str, file: bytes) -> None:
    """Write a file to the folder of the decision of noughts."""
    draft = folder / f"{name}.proof"
    draft.write_bytes(file)
    try:
        check_file(draft)
        decision = "accept"
    except BadFile:
        decision = "reject"
    draft.replace(folder / decision / draft.name)


def main(seed: int, count: int, folder: Path, *proofs: Path) -> None:
    """Write the forgeries of some proofs and all false proofs."""
    for decision in ("accept", "reject"):
        (folder / decision).mkdir(parents=True, exist_ok=True)
    for number, forgery in enumerate(FALSE):
        write(folder, f"rule-{number}", false_proof(forgery))
    draw = random.Random(seed)
    for path in proofs:
        for number in range(count):
            write(folder, f"{path.stem}-{seed}-{number}", forged(path, draw))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *map(Path, sys.argv[3:]))
