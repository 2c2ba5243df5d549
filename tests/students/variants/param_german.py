from brain import lazy


def bester_zug(feld, spieler):
    return lazy("".join(feld), spieler)
