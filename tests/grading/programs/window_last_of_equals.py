# Tres en raya con ventana (tkinter)
# Autor: Mateo R. - 2º Bachillerato, Programación
# Tú juegas con X y empiezas, la máquina juega con O.

tablero = [0] * 9        # 0 vacío, 1 persona (X), 2 máquina (O)
nodos = 0
terminado = False
botones = []
etiqueta = None

LINEAS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def ganador():
    for a, b, c in LINEAS:
        if tablero[a] != 0 and tablero[a] == tablero[b] == tablero[c]:
            return tablero[a]
    return 0


def lleno():
    return 0 not in tablero


def minimo(alfa, beta):
    global nodos
    nodos += 1
    g = ganador()
    if g == 2:
        return 1
    if lleno():
        return 0
    valor = 2
    for i in range(9):
        if tablero[i] == 0:
            tablero[i] = 1
            v = maximo(alfa, beta)
            tablero[i] = 0
            valor = min(valor, v)
            if valor <= alfa:
                return valor
            beta = min(beta, valor)
    return valor


def maximo(alfa, beta):
    global nodos
    nodos += 1
    g = ganador()
    if g == 1:
        return -1
    if lleno():
        return 0
    valor = -2
    for i in range(9):
        if tablero[i] == 0:
            tablero[i] = 2
            v = minimo(alfa, beta)
            tablero[i] = 0
            valor = max(valor, v)
            if valor >= beta:
                return valor
            alfa = max(alfa, valor)
    return valor


def elegir():
    """la mejor casilla para la máquina"""
    alfa = -2
    mejor = None
    for i in range(9):
        if tablero[i] == 0:
            tablero[i] = 2
            v = minimo(alfa, 2)
            tablero[i] = 0
            if v >= alfa:
                alfa = v
                mejor = i
    return mejor


def pintar():
    for i in range(9):
        botones[i].config(text=" XO"[tablero[i]])


def comprobar():
    global terminado
    g = ganador()
    if g == 1:
        etiqueta.config(text="¡Has ganado!")
        terminado = True
    elif g == 2:
        etiqueta.config(text="Gana la máquina")
        terminado = True
    elif lleno():
        etiqueta.config(text="Empate")
        terminado = True
    return terminado


def pulsar(i):
    if terminado or tablero[i] != 0:
        return
    tablero[i] = 1
    pintar()
    if comprobar():
        return
    tablero[elegir()] = 2
    pintar()
    comprobar()


def reiniciar():
    global terminado
    for i in range(9):
        tablero[i] = 0
    terminado = False
    etiqueta.config(text="Tu turno")
    pintar()


def ventana():
    global etiqueta
    import tkinter as tk
    raiz = tk.Tk()
    raiz.title("Tres en raya")
    for i in range(9):
        b = tk.Button(raiz, text=" ", width=4, height=2, font=("Arial", 28),
                      command=lambda i=i: pulsar(i))
        b.grid(row=i // 3, column=i % 3)
        botones.append(b)
    etiqueta = tk.Label(raiz, text="Tu turno", font=("Arial", 14))
    etiqueta.grid(row=3, column=0, columnspan=2)
    tk.Button(raiz, text="Otra vez", command=reiniciar).grid(row=3, column=2)
    raiz.mainloop()


if __name__ == "__main__":
    ventana()
