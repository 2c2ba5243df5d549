# Kółko i krzyżyk
# plansza: 9 pól, 'X', 'O' lub ' '

def wygrana(plansza, gracz):
    uklady = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    for a, b, c in uklady:
        if plansza[a] == gracz and plansza[b] == gracz and plansza[c] == gracz:
            return True
    return False


def ocena(plansza, gracz, glebokosc):
    przeciwnik = 'O' if gracz == 'X' else 'X'
    if wygrana(plansza, przeciwnik):
        return -3 + glebokosc          # im później, tym lepiej
    if ' ' not in plansza:
        return 0
    najlepsza = -100
    for pole in range(9):
        if plansza[pole] == ' ':
            plansza[pole] = gracz
            najlepsza = max(najlepsza, -ocena(plansza, przeciwnik, glebokosc + 1))
            plansza[pole] = ' '
    return najlepsza


def najlepszy_ruch(plansza, gracz):
    przeciwnik = 'O' if gracz == 'X' else 'X'
    wynik, ruch = -100, None
    for pole in range(9):
        if plansza[pole] == ' ':
            plansza[pole] = gracz
            o = -ocena(plansza, przeciwnik, 0)
            plansza[pole] = ' '
            if o > wynik:
                wynik, ruch = o, pole
    return ruch
