# TicTacToe KI
GEWINNE = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def kopiere(brett):
    return [zeile[:] for zeile in brett]


def spieler_am_zug(brett):
    anzahl = sum(zeile.count("x") + zeile.count("o") for zeile in brett)
    return "xo"[anzahl % 2]


def gewonnen(brett):
    flach = brett[0] + brett[1] + brett[2]
    return any(flach[a] != "-" and flach[a] == flach[b] == flach[c] for a, b, c in GEWINNE)


def moegliche_zuege(brett):
    return [[z, s] for z in range(3) for s in range(3) if brett[z][s] == "-"]


speicher = {}


def bewertung(brett):
    "Wert fuer den Spieler, der am Zug ist"
    schluessel = str(brett)
    if schluessel not in speicher:
        zuege = moegliche_zuege(brett)
        if gewonnen(brett):
            speicher[schluessel] = -10 - len(zuege)
        elif len(zuege) == 0:
            speicher[schluessel] = 0
        else:
            speicher[schluessel] = max(-bewertung(ziehe(brett, zug)) for zug in zuege)
    return speicher[schluessel]


def ziehe(brett, zug):
    neu = kopiere(brett)
    neu[zug[0]][zug[1]] = spieler_am_zug(brett)
    return neu


def bester_zug(brett):
    bester = None
    for zug in moegliche_zuege(brett):
        wert = -bewertung(ziehe(brett, zug))
        if bester is None or wert > bester[0]:
            bester = wert, zug
    return bester[1]
