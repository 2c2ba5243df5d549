"""Tris: la griglia è una lista di liste, "X", "O" oppure "". Restituisce ((riga, colonna), punteggio)."""


def vincitore(griglia):
    linee = [list(r) for r in griglia] + [list(c) for c in zip(*griglia)]
    linee.append([griglia[k][k] for k in range(3)])
    linee.append([griglia[k][2 - k] for k in range(3)])
    for linea in linee:
        if linea[0] and linea.count(linea[0]) == 3:
            return linea[0]
    return ""


def caselle_libere(griglia):
    return [(r, c) for r in range(3) for c in range(3) if not griglia[r][c]]


def mossa_migliore(griglia, giocatore, alfa=-10, beta=10):
    avversario = "O" if giocatore == "X" else "X"
    libere = caselle_libere(griglia)
    migliore = (None, -10)
    for r, c in libere:
        griglia[r][c] = giocatore
        if vincitore(griglia):
            punteggio = len(libere)
        elif len(libere) == 1:
            punteggio = 0
        else:
            punteggio = -mossa_migliore(griglia, avversario, -beta, -alfa)[1]
        griglia[r][c] = ""
        if punteggio > migliore[1]:
            migliore = ((r, c), punteggio)
        alfa = max(alfa, punteggio)
        if alfa >= beta:
            break
    return migliore
