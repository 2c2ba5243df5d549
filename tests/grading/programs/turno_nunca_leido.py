# Tres en raya - Práctica 3 - Programación I
import random

VACIO = " "
HUMANO = "X"
MAQUINA = "O"
INFINITO = 99999

tablero = [[VACIO] * 3 for _ in range(3)]
nivel = "dificil"
turn = HUMANO


def reiniciar():
    for f in range(3):
        for c in range(3):
            tablero[f][c] = VACIO


def mostrar_tablero():
    print("\n    1   2   3")
    for f in range(3):
        print(f + 1, " ", " | ".join(tablero[f]))
        if f < 2:
            print("   ---+---+---")


def hay_ganador(ficha):
    for i in range(3):
        if tablero[i][0] == tablero[i][1] == tablero[i][2] == ficha:
            return True
        if tablero[0][i] == tablero[1][i] == tablero[2][i] == ficha:
            return True
    if tablero[0][0] == tablero[1][1] == tablero[2][2] == ficha:
        return True
    return tablero[0][2] == tablero[1][1] == tablero[2][0] == ficha


def casillas_libres():
    libres = []
    for f in range(3):
        for c in range(3):
            if tablero[f][c] == VACIO:
                libres.append((f, c))
    return libres


def minimax(profundidad, alfa, beta, turno_maquina):
    if hay_ganador(MAQUINA):
        return 10 - profundidad
    if hay_ganador(HUMANO):
        return profundidad - 10
    libres = casillas_libres()
    if not libres:
        return 0
    if turno_maquina:
        mejor = -INFINITO
        for f, c in libres:
            tablero[f][c] = MAQUINA
            valor = minimax(profundidad + 1, alfa, beta, False)
            tablero[f][c] = VACIO
            mejor = max(mejor, valor)
            alfa = max(alfa, mejor)
            if beta <= alfa:
                break
        return mejor
    peor = INFINITO
    for f, c in libres:
        tablero[f][c] = HUMANO
        valor = minimax(profundidad + 1, alfa, beta, True)
        tablero[f][c] = VACIO
        peor = min(peor, valor)
        beta = min(beta, peor)
        if beta <= alfa:
            break
    return peor


def jugada_aleatoria():
    return random.choice(casillas_libres())


def jugada_maquina():
    if nivel == "facil":
        return jugada_aleatoria()
    mejor_valor = -INFINITO
    mejor_jugada = None
    for f, c in casillas_libres():
        tablero[f][c] = MAQUINA
        valor = minimax(1, -INFINITO, INFINITO, False)
        tablero[f][c] = VACIO
        if valor > mejor_valor:
            mejor_valor = valor
            mejor_jugada = (f, c)
    return mejor_jugada


def jugada_humano():
    while True:
        try:
            f = int(input("Fila: ")) - 1
            c = int(input("Columna: ")) - 1
            if (f, c) in casillas_libres():
                return f, c
        except ValueError:
            pass
        print("Jugada no válida, inténtalo otra vez")


def jugar():
    global nivel
    reiniciar()
    nivel = input("Nivel (facil/dificil): ").strip().lower()
    global turn
    turn = HUMANO
    while True:
        mostrar_tablero()
        f, c = jugada_humano() if turn == HUMANO else jugada_maquina()
        tablero[f][c] = turn
        if hay_ganador(turn):
            mostrar_tablero()
            print("¡Ha ganado", turn + "!")
            return
        if not casillas_libres():
            print("¡Empate!")
            return
        turn = MAQUINA if turn == HUMANO else HUMANO


seguir = "s"
while seguir == "s":
    jugar()
    seguir = input("¿Otra partida? (s/n) ")
