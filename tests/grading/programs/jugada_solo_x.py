# Tres en raya - práctica de inteligencia artificial
VACIO = " "


def ganador(tablero):
    lineas = [tablero[i] for i in range(3)]
    lineas += [[tablero[0][j], tablero[1][j], tablero[2][j]] for j in range(3)]
    lineas += [[tablero[0][0], tablero[1][1], tablero[2][2]], [tablero[0][2], tablero[1][1], tablero[2][0]]]
    for linea in lineas:
        if linea[0] != VACIO and linea[0] == linea[1] == linea[2]:
            return linea[0]
    return None


def casillas_vacias(tablero):
    return [(f, c) for f in range(3) for c in range(3) if tablero[f][c] == VACIO]


guardado = {}


def minimax(tablero, jugador):
    clave = str(tablero) + jugador
    if clave in guardado:
        return guardado[clave]
    g = ganador(tablero)
    if g == "X":
        valor = 1
    elif g == "O":
        valor = -1
    elif not casillas_vacias(tablero):
        valor = 0
    else:
        valores = []
        for f, c in casillas_vacias(tablero):
            tablero[f][c] = jugador
            valores.append(minimax(tablero, "O" if jugador == "X" else "X"))
            tablero[f][c] = VACIO
        valor = max(valores) if jugador == "X" else min(valores)
    guardado[clave] = valor
    return valor


def mejor_jugada(tablero, jugador):
    """Devuelve la mejor (fila, columna) para el jugador."""
    mejor, jugada = -2, None
    for f, c in casillas_vacias(tablero):
        tablero[f][c] = jugador
        valor = minimax(tablero, "O" if jugador == "X" else "X")
        tablero[f][c] = VACIO
        if valor > mejor:
            mejor, jugada = valor, (f, c)
    return jugada
