# Tris, minimax con potatura alfa-beta e memoria degli stati già visti
from math import inf

RIGHE = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
memoria = {}


class Stato:
    def __init__(self, caselle=None, tocca_a=1):
        self.caselle = caselle if caselle else [0] * 9
        self.tocca_a = tocca_a          # 1 = X, -1 = O

    def figli(self):
        for i in range(9):
            if self.caselle[i] == 0:
                nuove = list(self.caselle)
                nuove[i] = self.tocca_a
                yield i, Stato(nuove, -self.tocca_a)

    def vincitore(self):
        for a, b, c in RIGHE:
            somma = self.caselle[a] + self.caselle[b] + self.caselle[c]
            if somma == 3:
                return 1
            if somma == -3:
                return -1
        return 0

    def finito(self):
        return self.vincitore() != 0 or 0 not in self.caselle

    def __str__(self):
        segni = {1: 'X', -1: 'O', 0: '.'}
        testo = [segni[x] for x in self.caselle]
        return '\n'.join(' '.join(testo[r:r + 3]) for r in (0, 3, 6))


def minimax(stato, profondita, alfa, beta):
    chiave = (tuple(stato.caselle), alfa, beta)
    if chiave in memoria:
        return memoria[chiave]
    if stato.finito():
        return stato.vincitore() * (10 - profondita)
    if stato.tocca_a == 1:
        valore = -inf
        for _, figlio in stato.figli():
            valore = max(valore, minimax(figlio, profondita + 1, alfa, beta))
            alfa = max(alfa, valore)
            if alfa >= beta:
                break
    else:
        valore = inf
        for _, figlio in stato.figli():
            valore = min(valore, minimax(figlio, profondita + 1, alfa, beta))
            beta = min(beta, valore)
            if alfa >= beta:
                break
    memoria[chiave] = valore
    return valore


def mossa_migliore(stato):
    memoria.clear()
    alfa, beta = -inf, inf
    scelta = None
    for i, figlio in stato.figli():
        v = minimax(figlio, 1, alfa, beta)
        if stato.tocca_a == 1 and v > alfa:
            alfa, scelta = v, i
        elif stato.tocca_a == -1 and v > -99 and (scelta is None or v > beta):
            beta, scelta = v, i
    return scelta


def gioca():
    stato = Stato()
    umano = 1 if input('Vuoi X? (s/n) ') == 's' else -1
    while not stato.finito():
        print(stato)
        if stato.tocca_a == umano:
            i = int(input('Casella 0-8: '))
            if stato.caselle[i]:
                continue
        else:
            i = mossa_migliore(stato)
            print('Gioco in', i)
        for j, figlio in stato.figli():
            if j == i:
                stato = figlio
                break
    print(stato)


if __name__ == '__main__':
    gioca()
