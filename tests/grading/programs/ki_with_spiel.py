# Tic-Tac-Toe, Übungsblatt 7
# Gruppe 12
import random


class Spiel:
    def __init__(self, größe=3):
        self.größe = größe
        self.felder = [["_" for _ in range(größe)] for _ in range(größe)]
        self.am_zug = "X"

    def zeige(self):
        for zeile in self.felder:
            print(" ".join(zeile))
        print()

    def freie_felder(self):
        return [(z, s) for z in range(self.größe) for s in range(self.größe) if self.felder[z][s] == "_"]

    def setze(self, zug):
        z, s = zug
        self.felder[z][s] = self.am_zug
        self.am_zug = "O" if self.am_zug == "X" else "X"

    def zurück(self, zug):
        z, s = zug
        self.felder[z][s] = "_"
        self.am_zug = "O" if self.am_zug == "X" else "X"

    def gewinner(self):
        reihen = [list(zeile) for zeile in self.felder]
        reihen += [[self.felder[z][s] for z in range(3)] for s in range(3)]
        reihen.append([self.felder[i][i] for i in range(3)])
        reihen.append([self.felder[i][2 - i] for i in range(3)])
        for reihe in reihen:
            if reihe[0] != "_" and reihe.count(reihe[0]) == 3:
                return reihe[0]
        return None

    def ist_zu_ende(self):
        return self.gewinner() is not None or not self.freie_felder()


class KI:
    def __init__(self, spiel, zeichen="O"):
        self.spiel = spiel
        self.zeichen = zeichen

    def bewerte(self, tiefe):
        g = self.spiel.gewinner()
        if g == self.zeichen:
            return 10 - tiefe
        if g is not None:
            return tiefe - 10
        if not self.spiel.freie_felder():
            return 0
        werte = []
        for zug in self.spiel.freie_felder():
            self.spiel.setze(zug)
            werte.append(self.bewerte(tiefe + 1))
            self.spiel.zurück(zug)
        # werte noch vor dem Zug: bin ich dran?
        if self.spiel.am_zug == self.zeichen:
            return max(werte)
        return min(werte)

    def wähle_zug(self):
        bester, züge = -100, []
        for zug in self.spiel.freie_felder():
            self.spiel.setze(zug)
            w = self.bewerte(0)
            self.spiel.zurück(zug)
            if w > bester:
                bester, züge = w, [zug]
            elif w == bester:
                züge.append(zug)
        return random.choice(züge)


def hauptprogramm():
    spiel = Spiel()
    mensch = input("Möchtest du X oder O sein? ").upper()
    ki = KI(spiel, "O" if mensch == "X" else "X")
    while not spiel.ist_zu_ende():
        spiel.zeige()
        if spiel.am_zug == mensch:
            z, s = input("Zeile,Spalte: ").split(",")
            zug = int(z) - 1, int(s) - 1
            if zug not in spiel.freie_felder():
                print("Ungültig!")
                continue
        else:
            zug = ki.wähle_zug()
        spiel.setze(zug)
    spiel.zeige()
    print("Gewinner:", spiel.gewinner() or "keiner")


if __name__ == "__main__":
    hauptprogramm()
