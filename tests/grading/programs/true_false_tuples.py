# Kółko i krzyżyk - same funkcje, bez gry (zadanie 4, Zuzanna K.)
#
# Plansza to krotka 9 elementów:
#   True  - krzyżyk
#   False - kółko
#   None  - puste pole
from functools import lru_cache

PUSTA = (None,) * 9
LINIE = tuple((3 * r, 3 * r + 1, 3 * r + 2) for r in range(3)) \
    + tuple((k, k + 3, k + 6) for k in range(3)) \
    + ((0, 4, 8), (2, 4, 6))


def wstaw(plansza, pole, znak):
    return plansza[:pole] + (znak,) + plansza[pole + 1:]


def wolne(plansza):
    return [i for i in range(9) if plansza[i] is None]


def wygral(plansza, znak):
    return any(all(plansza[i] is znak for i in linia) for linia in LINIE)


@lru_cache(maxsize=None)
def najlepszy(plansza, znak):
    """Zwraca (wynik, pole): wynik z punktu widzenia gracza 'znak', który ma ruch.

    1 = wygrana, 0 = remis, -1 = przegrana; pole jest None, gdy gra skończona.
    """
    if wygral(plansza, not znak):
        return -1, None
    if None not in plansza:
        return 0, None
    wynik, ruch = -2, None
    for pole in wolne(plansza):
        w, _ = najlepszy(wstaw(plansza, pole, znak), not znak)
        if -w > wynik:
            wynik, ruch = -w, pole
        if wynik == 1:
            break
    return wynik, ruch


def napis(plansza):
    znaki = {True: "X", False: "O", None: "."}
    s = "".join(znaki[p] for p in plansza)
    return s[:3] + "\n" + s[3:6] + "\n" + s[6:]


def ruch_komputera(plansza, znak):
    """Nowa plansza po ruchu komputera."""
    return wstaw(plansza, najlepszy(plansza, znak)[1], znak)
