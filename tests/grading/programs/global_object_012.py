# Tic-Tac-Toe, Informatik Q1
# 0 = leer, 1 = Spieler 1, 2 = Spieler 2


class Spiel:
    def __init__(self):
        self.feld = [0] * 9
        self.am_zug = 1

    def gewinner(self):
        for a, b, c in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
            if self.feld[a] != 0 and self.feld[a] == self.feld[b] and self.feld[b] == self.feld[c]:
                return self.feld[a]
        return 0

    def ist_voll(self):
        return 0 not in self.feld


spiel = Spiel()


def wer_ist_dran():
    return 1 if spiel.feld.count(1) == spiel.feld.count(2) else 2


def bewerte(dran, ich):
    g = spiel.gewinner()
    if g != 0:
        return (1 + spiel.feld.count(0)) * (1 if g == ich else -1)
    if spiel.ist_voll():
        return 0
    werte = []
    for i in range(9):
        if spiel.feld[i] == 0:
            spiel.feld[i] = dran
            werte.append(bewerte(3 - dran, ich))
            spiel.feld[i] = 0
    return max(werte) if dran == ich else min(werte)


def computer_zug():
    ich = wer_ist_dran()
    bester, zug = -100, None
    for i in range(9):
        if spiel.feld[i] == 0:
            spiel.feld[i] = ich
            wert = bewerte(3 - ich, ich)
            spiel.feld[i] = 0
            if wert > bester:
                bester = wert
                zug = i
    return zug


def hauptprogramm():
    while not spiel.ist_voll() and spiel.gewinner() == 0:
        if wer_ist_dran() == 1:
            spiel.feld[int(input("Feld (0-8): "))] = 1
        else:
            spiel.feld[computer_zug()] = 2


if __name__ == "__main__":
    hauptprogramm()
