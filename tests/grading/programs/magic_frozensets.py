# Jogo da velha com quadrado magico
# Joao Batista, turma da noite
#
#   2 7 6
#   9 5 1      quem tiver tres numeros com soma 15 ganha
#   4 3 8

from itertools import combinations

MAGICO = [2, 7, 6, 9, 5, 1, 4, 3, 8]
TODOS = frozenset(range(1, 10))

memoria = {}


def ganhou(numeros):
    for trio in combinations(numeros, 3):
        if sum(trio) == 15:
            return True
    return False


def resolver(meus, seus):
    """Devolve (valor, numero) para quem joga agora com os numeros 'meus'."""
    chave = (meus, seus)
    if chave in memoria:
        return memoria[chave]
    livres = TODOS - meus - seus
    if ganhou(seus):
        resposta = (-1, None)
    elif not livres:
        resposta = (0, None)
    else:
        resposta = (-2, None)
        for n in livres:
            valor, _ = resolver(seus, meus | {n})
            valor = -valor
            if valor > resposta[0]:
                resposta = (valor, n)
            if valor == 1:
                break
    memoria[chave] = resposta
    return resposta


def mostrar(humano, maquina):
    for i, n in enumerate(MAGICO):
        if n in humano:
            s = "H"
        elif n in maquina:
            s = "M"
        else:
            s = str(n)
        print(s, end=" " if i % 3 < 2 else "\n")
    print()


def jogar():
    humano = frozenset()
    maquina = frozenset()
    vez_do_humano = input("Voce quer comecar? (s/n) ") == "s"
    while True:
        if vez_do_humano:
            mostrar(humano, maquina)
            texto = input("Numero: ")
            if not texto.isdigit() or int(texto) not in TODOS - humano - maquina:
                print("Nao pode.")
                continue
            humano = humano | {int(texto)}
            if ganhou(humano):
                print("Voce ganhou!")
                break
        else:
            _, n = resolver(maquina, humano)
            print("A maquina escolhe", n)
            maquina = maquina | {n}
            if ganhou(maquina):
                mostrar(humano, maquina)
                print("A maquina ganhou!")
                break
        if len(humano) + len(maquina) == 9:
            mostrar(humano, maquina)
            print("Deu velha!")
            break
        vez_do_humano = not vez_do_humano


if __name__ == "__main__":
    while True:
        jogar()
        if input("Outra vez? (s/n) ") != "s":
            break
