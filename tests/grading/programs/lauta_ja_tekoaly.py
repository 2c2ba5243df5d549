"""Ristinolla - harjoitustyö
Aino K."""
import math

KOKO = 3
TYHJÄ = "."

class Lauta:
    def __init__(self):
        self.ruudut = [[TYHJÄ for _ in range(KOKO)] for _ in range(KOKO)]

    def tulosta(self):
        print("  1 2 3")
        for nro, rivi in enumerate(self.ruudut, 1):
            print(nro, " ".join(rivi))

    def vapaat(self):
        tulos = []
        for r in range(KOKO):
            for s in range(KOKO):
                if self.ruudut[r][s] == TYHJÄ:
                    tulos.append((r, s))
        return tulos

    def aseta(self, r, s, merkki):
        self.ruudut[r][s] = merkki

    def poista(self, r, s):
        self.ruudut[r][s] = TYHJÄ

    def voittaja(self):
        x = self.ruudut
        for i in range(KOKO):
            if x[i][0] != TYHJÄ and x[i][0] == x[i][1] == x[i][2]:
                return x[i][0]
            if x[0][i] != TYHJÄ and x[0][i] == x[1][i] == x[2][i]:
                return x[0][i]
        if x[1][1] != TYHJÄ:
            if x[0][0] == x[1][1] == x[2][2] or x[0][2] == x[1][1] == x[2][0]:
                return x[1][1]
        return None

class Tekoäly:
    def __init__(self, merkki):
        self.merkki = merkki
        self.vastustaja = "O" if merkki == "X" else "X"
        self.solmuja = 0

    def valitse_siirto(self, lauta):
        paras, paras_siirto = -math.inf, None
        for r, s in lauta.vapaat():
            lauta.aseta(r, s, self.merkki)
            arvo = -self.negamax(lauta, self.vastustaja, -math.inf, -paras)
            lauta.poista(r, s)
            if arvo > paras:
                paras, paras_siirto = arvo, (r, s)
        return paras_siirto

    def negamax(self, lauta, vuoro, alfa, beeta):
        self.solmuja += 1
        toinen = "O" if vuoro == "X" else "X"
        vapaat = lauta.vapaat()
        if lauta.voittaja() == toinen:
            return -1 - len(vapaat)
        if not vapaat:
            return 0
        paras = -math.inf
        for r, s in vapaat:
            lauta.aseta(r, s, vuoro)
            # ikkuna seuraavalle pelaajalle
            arvo = -self.negamax(lauta, toinen, alfa, beeta)
            lauta.poista(r, s)
            paras = max(paras, arvo)
            alfa = max(alfa, arvo)
            if alfa >= beeta:
                break
        return paras

class Peli:
    def __init__(self):
        self.lauta = Lauta()
        self.tekoäly = Tekoäly("O")

    def kysy(self):
        while True:
            try:
                r, s = [int(a) - 1 for a in input("rivi sarake: ").split()]
                if (r, s) in self.lauta.vapaat():
                    return r, s
            except ValueError:
                pass
            print("Ei käy!")

    def pelaa(self):
        vuoro = "X"
        while self.lauta.voittaja() is None and self.lauta.vapaat():
            self.lauta.tulosta()
            if vuoro == "X":
                r, s = self.kysy()
            else:
                r, s = self.tekoäly.valitse_siirto(self.lauta)
            self.lauta.aseta(r, s, vuoro)
            vuoro = "O" if vuoro == "X" else "X"
        self.lauta.tulosta()
        print("Voittaja:", self.lauta.voittaja() or "tasapeli")

if __name__ == "__main__":
    Peli().pelaa()
