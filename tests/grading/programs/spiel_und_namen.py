# Tic-Tac-Toe fuer zwei Personen mit Zugempfehlung
# Alpha-Beta, Bewertung 10 - Tiefe
import time


class Spiel:
    def __init__(self, name1='Anna', name2='Ben', zeichen1='X', beginnt=1):
        self.namen = {1: name1, 2: name2}
        self.zeichen = {1: zeichen1, 2: 'O' if zeichen1 == 'X' else 'X'}
        self.am_zug = beginnt
        self.brett = [['.', '.', '.'] for _ in range(3)]

    def zeichne(self):
        print('  1 2 3')
        for nr, zeile in zip('abc', self.brett):
            print(nr, ' '.join(zeile))

    def freie_felder(self):
        return [(z, s) for z in range(3) for s in range(3) if self.brett[z][s] == '.']

    def hat_gewonnen(self, zeichen):
        b = self.brett
        for i in range(3):
            if all(b[i][j] == zeichen for j in range(3)) or all(b[j][i] == zeichen for j in range(3)):
                return True
        return (all(b[i][i] == zeichen for i in range(3))
                or all(b[i][2 - i] == zeichen for i in range(3)))

    def zu_ende(self):
        return self.hat_gewonnen('X') or self.hat_gewonnen('O') or not self.freie_felder()


def Bewertung(spiel, ich, du, tiefe):
    if spiel.hat_gewonnen(ich):
        return 10 - tiefe
    if spiel.hat_gewonnen(du):
        return tiefe - 10
    return 0


def MinimaxAB(spiel, ich, du, bin_dran, tiefe, alpha, beta):
    if spiel.zu_ende():
        return Bewertung(spiel, ich, du, tiefe)
    if bin_dran:
        for z, s in spiel.freie_felder():
            spiel.brett[z][s] = ich
            alpha = max(alpha, MinimaxAB(spiel, ich, du, False, tiefe + 1, alpha, beta))
            spiel.brett[z][s] = '.'
            if alpha >= beta:
                return beta
        return alpha
    for z, s in spiel.freie_felder():
        spiel.brett[z][s] = du
        beta = min(beta, MinimaxAB(spiel, ich, du, True, tiefe + 1, alpha, beta))
        spiel.brett[z][s] = '.'
        if beta <= alpha:
            return alpha
    return beta


def BesterZug(spiel):
    """liefert (Wert, (Zeile, Spalte)) fuer den Spieler am Zug"""
    ich = spiel.zeichen[spiel.am_zug]
    du = spiel.zeichen[2]
    bester = (-100, None)
    for z, s in spiel.freie_felder():
        spiel.brett[z][s] = ich
        wert = MinimaxAB(spiel, ich, du, False, 1, bester[0], 100)
        spiel.brett[z][s] = '.'
        if wert > bester[0]:
            bester = (wert, (z, s))
    return bester


def empfehlung(spiel):
    start = time.perf_counter()
    wert, (z, s) = BesterZug(spiel)
    dauer = time.perf_counter() - start
    print('Empfohlener Zug: ' + 'abc'[z] + str(s + 1), '(Wert %d, berechnet in %.4f s)' % (wert, dauer))


def main():
    name1 = input('Name der ersten Person: ')
    name2 = input('Name der zweiten Person: ')
    zeichen = input(name1 + ', X oder O? ').upper()
    beginnt = int(input('Wer beginnt (1/2)? '))
    spiel = Spiel(name1, name2, zeichen, beginnt)
    while not spiel.zu_ende():
        spiel.zeichne()
        empfehlung(spiel)
        eingabe = input(spiel.namen[spiel.am_zug] + ': ')
        z, s = 'abc'.index(eingabe[0]), int(eingabe[1]) - 1
        if (z, s) in spiel.freie_felder():
            spiel.brett[z][s] = spiel.zeichen[spiel.am_zug]
            spiel.am_zug = 3 - spiel.am_zug
    spiel.zeichne()


main()
