# Aufgabe 4: Minimax auf einem vorher aufgebauten Spielbaum
# gleiche Stellungen werden nur einmal gespeichert

class Knoten:
    def __init__(self, brett, am_zug):
        self.brett = brett
        self.am_zug = am_zug
        self.kinder = []
        self.wert = None

    def __str__(self):
        return '\n'.join(self.brett[i:i + 3] for i in (0, 3, 6))


REIHEN = ['012', '345', '678', '036', '147', '258', '048', '246']
alle_knoten = {}


def gewonnen(brett, zeichen):
    for reihe in REIHEN:
        if all(brett[int(k)] == zeichen for k in reihe):
            return True
    return False


def baue_baum(brett, am_zug):
    """Baut den Baum ab brett auf und gibt den Wurzelknoten zurueck."""
    if brett in alle_knoten:
        return alle_knoten[brett]
    knoten = Knoten(brett, am_zug)
    alle_knoten[brett] = knoten
    if gewonnen(brett, 'X') or gewonnen(brett, 'O'):
        return knoten
    for i, feld in enumerate(brett):
        if feld == '_':
            naechster = 'O' if am_zug == 'X' else 'X'
            kind = baue_baum(brett[:i] + am_zug + brett[i + 1:], naechster)
            knoten.kinder.append(kind)
    return knoten


def minimax(knoten):
    """Schreibt in jeden Knoten seinen Wert: 10 - Tiefe fuer X, -(10 - Tiefe) fuer O."""
    if knoten.wert is not None:
        return knoten.wert
    tiefe = 9 - knoten.brett.count('_')
    if gewonnen(knoten.brett, 'X'):
        knoten.wert = 10 - tiefe
    elif gewonnen(knoten.brett, 'O'):
        knoten.wert = -(10 - tiefe)
    elif not knoten.kinder:
        knoten.wert = 0
    else:
        werte = [minimax(kind) for kind in knoten.kinder]
        knoten.wert = max(werte) if knoten.am_zug == 'X' else min(werte)
    return knoten.wert


def bester_zug(knoten):
    """Gibt das Kind mit dem besten Wert zurueck."""
    bestes = knoten.kinder[0]
    for kind in knoten.kinder:
        if knoten.am_zug == 'X' and kind.wert > bestes.wert:
            bestes = kind
        if knoten.am_zug == 'O' and kind.wert < bestes.wert:
            bestes = kind
    return bestes


wurzel = baue_baum('_________', 'X')
minimax(wurzel)


def spielen():
    print('Der Baum hat', len(alle_knoten), 'Knoten, der Wert ist', wurzel.wert)
    aktuell = wurzel
    mensch = input('X oder O? ')
    while aktuell.kinder:
        print(aktuell)
        if aktuell.am_zug == mensch:
            feld = int(input('Feld (0-8): '))
            for kind in aktuell.kinder:
                if kind.brett[feld] != aktuell.brett[feld]:
                    aktuell = kind
                    break
            else:
                print('Das geht nicht.')
        else:
            aktuell = bester_zug(aktuell)
    print(aktuell)
    print('Ende, Wert', aktuell.wert)


if __name__ == '__main__':
    spielen()
