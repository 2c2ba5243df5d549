# -*- coding: utf-8 -*-
KREUZ = "❌"
KREIS = "⭕"
LEER = "⬜"


def reihen(brett):
    yield from brett
    for s in range(3):
        yield [brett[z][s] for z in range(3)]
    yield [brett[i][i] for i in range(3)]
    yield [brett[i][2 - i] for i in range(3)]


def hat_gewonnen(brett, wer):
    for reihe in reihen(brett):
        if list(reihe) == [wer] * 3:
            return True
    return False


def suche(brett, wer, tiefe, alpha, beta):
    gegner = KREIS if wer == KREUZ else KREUZ
    if hat_gewonnen(brett, gegner):
        return -100 + tiefe, None
    leer = [(z, s) for z in range(3) for s in range(3) if brett[z][s] == LEER]
    if not leer:
        return 0, None
    bester = None
    for z, s in leer:
        brett[z][s] = wer
        wert = -suche(brett, gegner, tiefe + 1, -beta, -alpha)[0]
        brett[z][s] = LEER
        if bester is None or wert > alpha:
            alpha, bester = max(alpha, wert), (z, s)
        if alpha >= beta:
            break
    return alpha, bester


def bester_zug(brett, wer):
    return suche(brett, wer, 0, -1000, 1000)[1]
