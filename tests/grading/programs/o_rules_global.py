import random

spelplan = [[" ", " ", " "], [" ", " ", " "], [" ", " ", " "]]  # människan är X, datorn är O


def rad_med_tva(tecken):
    rader = []
    for i in range(3):
        rader.append([(i, 0), (i, 1), (i, 2)])
        rader.append([(0, i), (1, i), (2, i)])
    rader.append([(0, 0), (1, 1), (2, 2)])
    rader.append([(0, 2), (1, 1), (2, 0)])
    for rad in rader:
        varden = [spelplan[r][k] for r, k in rad]
        if varden.count(tecken) == 2 and " " in varden:
            return rad[varden.index(" ")]
    return None


def datorns_drag():
    """Datorn (O) vinner, blockerar, tar mitten, ett hörn eller en kant."""
    for tecken in ("O", "X"):
        drag = rad_med_tva(tecken)
        if drag is not None:
            return drag
    for r, k in [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]:
        if spelplan[r][k] == " ":
            return r, k


def spela():
    while any(" " in rad for rad in spelplan):
        r, k = int(input("rad: ")), int(input("kolumn: "))
        spelplan[r][k] = "X"
        drag = datorns_drag()
        if drag:
            spelplan[drag[0]][drag[1]] = "O"


if __name__ == "__main__":
    spela()
