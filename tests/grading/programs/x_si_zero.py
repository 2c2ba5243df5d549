# X si 0 - proiect informatica cls a XI-a
# tabla este o lista de liste, 'X' = om, '0' = calculator, '_' = gol

tabla = [['_'] * 3 for _ in range(3)]
om = 'X'
calculator = '0'


def afiseaza(tabla):
    for linie in tabla:
        print(' '.join(linie))
    print()


def castigator(tabla):
    for i in range(3):
        if tabla[i][0] != '_' and tabla[i][0] == tabla[i][1] == tabla[i][2]:
            return tabla[i][0]
        if tabla[0][i] != '_' and tabla[0][i] == tabla[1][i] == tabla[2][i]:
            return tabla[0][i]
    if tabla[1][1] != '_':
        if tabla[0][0] == tabla[1][1] == tabla[2][2]:
            return tabla[1][1]
        if tabla[0][2] == tabla[1][1] == tabla[2][0]:
            return tabla[1][1]
    return None


def plina(tabla):
    for linie in tabla:
        if '_' in linie:
            return False
    return True


def minimax(tabla, adancime, alfa, beta, e_randul_calculatorului):
    c = castigator(tabla)
    if c == calculator:
        return 10 - adancime
    if c == om:
        return adancime - 10
    if plina(tabla):
        return 0
    if e_randul_calculatorului:
        maxim = -1000
        for i in range(3):
            for j in range(3):
                if tabla[i][j] == '_':
                    tabla[i][j] = calculator
                    scor = minimax(tabla, adancime + 1, alfa, beta, False)
                    tabla[i][j] = '_'
                    maxim = max(maxim, scor)
                    alfa = max(alfa, maxim)
                    if beta <= alfa:
                        return maxim
        return maxim
    else:
        minim = 1000
        for i in range(3):
            for j in range(3):
                if tabla[i][j] == '_':
                    tabla[i][j] = om
                    scor = minimax(tabla, adancime + 1, alfa, beta, True)
                    minim = min(minim, scor)
                    beta = min(beta, minim)
                    if beta <= alfa:
                        return minim
                    tabla[i][j] = '_'
        return minim


def muta_calculator(tabla):
    cel_mai_bun = -1000
    mutare = None
    for i in range(3):
        for j in range(3):
            if tabla[i][j] == '_':
                tabla[i][j] = calculator
                scor = minimax(tabla, 0, cel_mai_bun, 1000, False)
                tabla[i][j] = '_'
                if scor > cel_mai_bun:
                    cel_mai_bun = scor
                    mutare = (i, j)
    return mutare


def muta_om(tabla):
    while True:
        try:
            l, c = input('linia si coloana (1-3 1-3): ').split()
            l = int(l) - 1
            c = int(c) - 1
            if tabla[l][c] == '_':
                tabla[l][c] = om
                return
        except (ValueError, IndexError):
            pass
        print('mutare gresita')


def main():
    while True:
        afiseaza(tabla)
        muta_om(tabla)
        if castigator(tabla) or plina(tabla):
            break
        i, j = muta_calculator(tabla)
        tabla[i][j] = calculator
        if castigator(tabla):
            break
    afiseaza(tabla)
    c = castigator(tabla)
    print('Remiza' if c is None else 'A castigat ' + c)


if __name__ == '__main__':
    main()
