# Tic Tac Toe gegen den Computer
# Klasse 9b Informatik, Hausaufgabe

LEER = "leer"
feld = [[LEER, LEER, LEER], [LEER, LEER, LEER], [LEER, LEER, LEER]]


def zeige():
    print("    1   2   3")
    for z in range(3):
        text = str(z + 1) + "  "
        for s in range(3):
            if feld[z][s] == "kreuz":
                text = text + " X "
            elif feld[z][s] == "kreis":
                text = text + " O "
            else:
                text = text + " . "
            if s < 2:
                text = text + "|"
        print(text)


def gewonnen(wer):
    # Zeilen und Spalten
    for i in range(3):
        if feld[i][0] == wer and feld[i][1] == wer and feld[i][2] == wer:
            return True
        if feld[0][i] == wer and feld[1][i] == wer and feld[2][i] == wer:
            return True
    # Diagonalen
    if feld[0][0] == wer and feld[1][1] == wer and feld[2][2] == wer:
        return True
    if feld[0][2] == wer and feld[1][1] == wer and feld[2][0] == wer:
        return True
    return False


def voll():
    for zeile in feld:
        for kaestchen in zeile:
            if kaestchen == LEER:
                return False
    return True


def erster_zug():
    for zeile in feld:
        if "kreis" in zeile:
            return False
    return True


# so viele Züge denkt der Computer voraus
MAX_TIEFE = 2


def bewerte(computer_dran, tiefe):
    if gewonnen("kreis"):
        return 10 - tiefe
    if gewonnen("kreuz"):
        return tiefe - 10
    if voll():
        return 0
    if tiefe == MAX_TIEFE:
        return 0
    if computer_dran:
        beste = -100
        for z in range(3):
            for s in range(3):
                if feld[z][s] == LEER:
                    feld[z][s] = "kreis"
                    wert = bewerte(False, tiefe + 1)
                    feld[z][s] = LEER
                    if wert > beste:
                        beste = wert
        return beste
    else:
        beste = 100
        for z in range(3):
            for s in range(3):
                if feld[z][s] == LEER:
                    feld[z][s] = "kreuz"
                    wert = bewerte(True, tiefe + 1)
                    feld[z][s] = LEER
                    if wert < beste:
                        beste = wert
        return beste


def computer_zug():
    # am Anfang ist die Mitte immer gut
    if erster_zug() and feld[1][1] == LEER:
        feld[1][1] = "kreis"
        return
    beste = -100
    beste_z = 0
    beste_s = 0
    for z in range(3):
        for s in range(3):
            if feld[z][s] == LEER:
                feld[z][s] = "kreis"
                wert = bewerte(False, 0)
                feld[z][s] = LEER
                if wert > beste:
                    beste = wert
                    beste_z = z
                    beste_s = s
    feld[beste_z][beste_s] = "kreis"


def mensch_zug():
    while True:
        eingabe = input("Zeile und Spalte, z.B. 2 3: ")
        teile = eingabe.split()
        if len(teile) != 2:
            print("Bitte zwei Zahlen!")
            continue
        if teile[0] not in ["1", "2", "3"] or teile[1] not in ["1", "2", "3"]:
            print("Nur 1, 2 oder 3!")
            continue
        z = int(teile[0]) - 1
        s = int(teile[1]) - 1
        if feld[z][s] != LEER:
            print("Da ist schon was!")
            continue
        feld[z][s] = "kreuz"
        return


print("Du bist X, ich bin O. Du schaffst es nicht zu gewinnen!!!")
zeige()
while True:
    mensch_zug()
    zeige()
    if gewonnen("kreuz"):
        print("Du hast gewonnen?!")
        break
    if voll():
        print("Unentschieden")
        break
    print("Der Computer überlegt ...")
    computer_zug()
    zeige()
    if gewonnen("kreis"):
        print("Der Computer hat gewonnen")
        break
