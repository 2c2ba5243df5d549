# Jogo da velha - trabalho de IA
# tabuleiro: lista de listas, 'X', 'O' ou None; a jogada e devolvida como [linha, coluna] a partir de 1

def venceu(tabuleiro, jogador):
    for k in range(3):
        if tabuleiro[k] == [jogador] * 3 or [linha[k] for linha in tabuleiro] == [jogador] * 3:
            return True
    diagonal = [tabuleiro[k][k] for k in range(3)]
    antidiagonal = [tabuleiro[k][2 - k] for k in range(3)]
    return diagonal == [jogador] * 3 or antidiagonal == [jogador] * 3


def livres(tabuleiro):
    return [(i, j) for i, linha in enumerate(tabuleiro) for j, casa in enumerate(linha) if casa is None]


def minimax(tabuleiro, vez, jogador, oponente, alfa, beta):
    if venceu(tabuleiro, jogador):
        return 1 + len(livres(tabuleiro))
    if venceu(tabuleiro, oponente):
        return -1 - len(livres(tabuleiro))
    if not livres(tabuleiro):
        return 0
    melhor = -99 if vez == jogador else 99
    for i, j in livres(tabuleiro):
        tabuleiro[i][j] = vez
        pontos = minimax(tabuleiro, oponente if vez == jogador else jogador, jogador, oponente, alfa, beta)
        tabuleiro[i][j] = None
        if vez == jogador:
            melhor = max(melhor, pontos)
            alfa = max(alfa, melhor)
        else:
            melhor = min(melhor, pontos)
            beta = min(beta, melhor)
        if beta <= alfa:
            break
    return melhor


def melhor_jogada(tabuleiro, vez):
    oponente = "O" if vez == "X" else "X"
    melhor, jogada = -100, None
    for i, j in livres(tabuleiro):
        tabuleiro[i][j] = vez
        pontos = minimax(tabuleiro, oponente, vez, oponente, -100, 100)
        tabuleiro[i][j] = None
        if pontos > melhor:
            melhor, jogada = pontos, [i + 1, j + 1]
    return jogada
