# Piškvorky 3x3. Počítač vyhraje, pokud může, jinak brání řádky a úhlopříčky, jinak přemýšlí.
VYHRY = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
BRANIT = VYHRY[:3] + VYHRY[6:]


def doplnit(pole, znak, trojice):
    for t in trojice:
        znaky = [pole[i] for i in t]
        if znaky.count(znak) == 2 and znaky.count("-") == 1:
            return t[znaky.index("-")]
    return None


def vyhral(pole, znak):
    return any(all(pole[i] == znak for i in t) for t in VYHRY)


def hodnota(pole, na_tahu, ja, souper, pamet):
    if pole not in pamet:
        if vyhral(pole, ja):
            h = 1
        elif vyhral(pole, souper):
            h = -1
        elif "-" not in pole:
            h = 0
        else:
            dalsi = souper if na_tahu == ja else ja
            hodnoty = [hodnota(pole[:i] + na_tahu + pole[i + 1 :], dalsi, ja, souper, pamet)
                       for i in range(9) if pole[i] == "-"]
            h = max(hodnoty) if na_tahu == ja else min(hodnoty)
        pamet[pole] = h
    return pamet[pole]


def tah_pocitace(pole, ja):
    souper = "o" if ja == "x" else "x"
    for znak, trojice in ((ja, VYHRY), (souper, BRANIT)):
        tah = doplnit(pole, znak, trojice)
        if tah is not None:
            return tah
    if doplnit(pole, souper, VYHRY) is not None:
        return next(i for i in (4, 0, 2, 6, 8, 1, 3, 5, 7) if pole[i] == "-")
    volne = [i for i in range(9) if pole[i] == "-"]
    pamet = {}
    return max(volne, key=lambda i: hodnota(pole[:i] + ja + pole[i + 1 :], souper, ja, souper, pamet))
