# TRIS - il computer comincia sempre (e non perde mai)
# Trucco del quadrato magico: tre numeri con somma 15 = tris
#
#     2 7 6
#     9 5 1
#     4 3 8

mie = set()        # numeri del computer (X)
sue = set()        # numeri dell'avversario (O)
PREFERITI = [5, 2, 6, 4, 8, 7, 9, 1, 3]


def libere():
    return [n for n in PREFERITI if n not in mie and n not in sue]


def tris(numeri):
    return any(a + b + c == 15 for a in numeri for b in numeri for c in numeri
               if a < b < c)


def completa(numeri, altri):
    """numeri liberi che danno subito tris a 'numeri'"""
    trovati = set()
    for a in numeri:
        for b in numeri:
            c = 15 - a - b
            if a < b and 1 <= c <= 9 and c != a and c != b:
                if c not in numeri and c not in altri:
                    trovati.add(c)
    return trovati


def mossa_computer():
    # posso vincere?
    vincenti = completa(mie, sue)
    if vincenti:
        return min(vincenti)
    # devo parare?
    pericoli = completa(sue, mie)
    if pericoli:
        return min(pericoli)
    # doppia minaccia
    for n in libere():
        if len(completa(mie | {n}, sue)) >= 2:
            return n
    # minaccia semplice: l'avversario deve parare, poi guardo se ho la doppia
    for n in libere():
        minaccia = completa(mie | {n}, sue)
        if len(minaccia) == 1:
            parata = minaccia.pop()
            obbligo = completa(sue | {parata}, mie | {n})
            if len(obbligo) > 1:
                continue
            for m in obbligo or libere():
                if m != n and m != parata and len(completa(mie | {n, m}, sue | {parata})) >= 2:
                    return n
    # altrimenti il primo che non lascia una doppia minaccia all'altro
    for n in libere():
        minaccia = completa(mie | {n}, sue)
        if minaccia:
            risposte = minaccia
        else:
            risposte = [m for m in libere() if m != n]
        if all(len(completa(sue | {m}, mie | {n})) < 2 for m in risposte):
            return n
    return libere()[0]


def disegna():
    for riga in ((2, 7, 6), (9, 5, 1), (4, 3, 8)):
        print("   ", *["X" if n in mie else "O" if n in sue else n for n in riga])
    print()


def main():
    print("Io sono X e comincio io.")
    while True:
        n = mossa_computer()
        mie.add(n)
        print("Gioco", n)
        disegna()
        if tris(mie):
            print("Ho vinto io!")
            break
        if not libere():
            print("Pari.")
            break
        while True:
            r = input("Il tuo numero: ")
            if r.isdigit() and int(r) in libere():
                break
            print("Numero non valido.")
        sue.add(int(r))
        if tris(sue):
            disegna()
            print("Hai vinto tu ...")
            break


if __name__ == "__main__":
    main()
