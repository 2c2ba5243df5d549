# Tic Tac Toe
# Informatik Klasse 9, Abgabe von Jonas
# Du bist X, der Computer ist O

feld = ["", "1", "2", "3", "4", "5", "6", "7", "8", "9"]

reihen = [[1, 2, 3], [4, 5, 6], [7, 8, 9],
          [1, 4, 7], [2, 5, 8], [3, 6, 9],
          [1, 5, 9], [3, 5, 7]]


def ausgabe():
    print()
    print(" " + feld[1] + " | " + feld[2] + " | " + feld[3])
    print("---+---+---")
    print(" " + feld[4] + " | " + feld[5] + " | " + feld[6])
    print("---+---+---")
    print(" " + feld[7] + " | " + feld[8] + " | " + feld[9])
    print()


def frei(nr):
    return feld[nr] != "X" and feld[nr] != "O"


def gewonnen(zeichen):
    for r in reihen:
        if feld[r[0]] == zeichen and feld[r[1]] == zeichen and feld[r[2]] == zeichen:
            return True
    return False


def unentschieden():
    for nr in range(1, 10):
        if frei(nr):
            return False
    return True


def wuerde_gewinnen(nr, zeichen):
    alt = feld[nr]
    feld[nr] = zeichen
    ergebnis = gewonnen(zeichen)
    feld[nr] = alt
    return ergebnis


def anzahl_drohungen(zeichen):
    n = 0
    for nr in range(1, 10):
        if frei(nr) and wuerde_gewinnen(nr, zeichen):
            n = n + 1
    return n


def ist_gabel(nr, zeichen):
    # zwei Gewinnmoeglichkeiten gleichzeitig
    alt = feld[nr]
    feld[nr] = zeichen
    n = anzahl_drohungen(zeichen)
    feld[nr] = alt
    return n >= 2


def erzwingt_gabel(nr, ich, gegner):
    # erst drohen, der andere muss blocken, und dann kommt die Gabel
    feld[nr] = ich
    klappt = False
    if anzahl_drohungen(ich) == 1:
        for b in range(1, 10):
            if frei(b) and wuerde_gewinnen(b, ich):
                block = b
        feld[block] = gegner
        for g in range(1, 10):
            if frei(g) and ist_gabel(g, ich):
                # nur wenn der andere nicht selber droht (oder ich damit blocke)
                if anzahl_drohungen(gegner) == 0:
                    klappt = True
                if anzahl_drohungen(gegner) == 1 and wuerde_gewinnen(g, gegner):
                    klappt = True
        feld[block] = str(block)
    feld[nr] = str(nr)
    return klappt


def ist_gefaehrlich(nr):
    # kann der Mensch danach gewinnen, obwohl ich richtig antworte?
    alt = feld[nr]
    feld[nr] = "O"
    gefahr = False
    if anzahl_drohungen("O") == 0:
        for x in range(1, 10):
            if frei(x) and ist_gabel(x, "X"):
                gefahr = True
            if frei(x) and erzwingt_gabel(x, "X", "O"):
                gefahr = True
    else:
        # der Mensch muss blocken
        for x in range(1, 10):
            if frei(x) and wuerde_gewinnen(x, "O"):
                if ist_gabel(x, "X"):
                    gefahr = True
                else:
                    # und dann brauche ich noch einen guten Zug
                    feld[x] = "X"
                    muss_blocken = anzahl_drohungen("X") == 1
                    gute = 0
                    leere = 0
                    for y in range(1, 10):
                        if frei(y):
                            leere = leere + 1
                            if muss_blocken and not wuerde_gewinnen(y, "X"):
                                continue
                            if not ist_gefaehrlich(y):
                                gute = gute + 1
                    if leere > 0 and gute == 0:
                        gefahr = True
                    feld[x] = str(x)
    feld[nr] = alt
    return gefahr


def computer_zug():
    # 1. gewinnen oder verhindern, dass der Mensch gewinnt
    for nr in range(1, 10):
        if frei(nr):
            if wuerde_gewinnen(nr, "O"):
                return nr
            if wuerde_gewinnen(nr, "X"):
                return nr
    # 2. Gabel
    for nr in range(1, 10):
        if frei(nr) and ist_gabel(nr, "O"):
            return nr
    for nr in range(1, 10):
        if frei(nr) and erzwingt_gabel(nr, "O", "X"):
            return nr
    # 3. Mitte, dann Ecken, dann Rand
    for nr in [5, 1, 3, 7, 9, 2, 4, 6, 8]:
        if frei(nr) and not ist_gefaehrlich(nr):
            return nr
    for nr in range(1, 10):
        if frei(nr):
            return nr


def mensch_zug():
    while True:
        eingabe = input("Dein Feld (1-9): ")
        if eingabe in ["1", "2", "3", "4", "5", "6", "7", "8", "9"]:
            nr = int(eingabe)
            if frei(nr):
                return nr
        print("Das geht nicht!")


print("*** TIC TAC TOE ***")
anfang = input("Wer faengt an? (i = ich, c = Computer) ")
dran = "X"
if anfang == "c":
    dran = "O"
ausgabe()
while True:
    if dran == "X":
        zug = mensch_zug()
    else:
        zug = computer_zug()
        print("Computer nimmt Feld", zug)
    feld[zug] = dran
    ausgabe()
    if gewonnen(dran):
        if dran == "X":
            print("Du hast gewonnen!")
        else:
            print("Der Computer hat gewonnen!")
        break
    if unentschieden():
        print("Unentschieden!")
        break
    if dran == "X":
        dran = "O"
    else:
        dran = "X"
