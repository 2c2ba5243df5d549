import sys

import pygame
from pygame.locals import MOUSEBUTTONDOWN, QUIT

pygame.init()
WIDTH, HEIGHT, LINE = 600, 600, 15
screen = pygame.display.set_mode((WIDTH, HEIGHT))
pygame.display.set_caption("TIC TAC TOE")
RED = (255, 0, 0)
font = pygame.font.SysFont("arial", 40)

board = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]  # 0 empty, 1 human, 2 computer


def draw_lines():
    for i in (1, 2):
        pygame.draw.line(screen, RED, (0, 200 * i), (WIDTH, 200 * i), LINE)
        pygame.draw.line(screen, RED, (200 * i, 0), (200 * i, HEIGHT), LINE)


def check_win(p, b):
    for i in range(3):
        if b[i][0] == p and b[i][1] == p and b[i][2] == p:
            return True
        if b[0][i] == p and b[1][i] == p and b[2][i] == p:
            return True
    return b[1][1] == p and ((b[0][0] == p and b[2][2] == p) or (b[0][2] == p and b[2][0] == p))


def minimax(b, depth, maximizing):
    if check_win(2, b):
        return 10 - depth
    if check_win(1, b):
        return depth - 10
    moves = [(r, c) for r in range(3) for c in range(3) if b[r][c] == 0]
    if not moves:
        return 0
    scores = []
    for r, c in moves:
        b[r][c] = 2 if maximizing else 1
        scores.append(minimax(b, depth + 1, not maximizing))
        b[r][c] = 0
    return max(scores) if maximizing else min(scores)


def best_move():
    best, move = -1000, (-1, -1)
    for r in range(3):
        for c in range(3):
            if board[r][c] == 0:
                board[r][c] = 2
                score = minimax(board, 0, False)
                board[r][c] = 0
                if score > best:
                    best, move = score, (r, c)
    return move


def main():
    draw_lines()
    while True:
        for event in pygame.event.get():
            if event.type == QUIT:
                pygame.quit()
                sys.exit()
            if event.type == MOUSEBUTTONDOWN:
                x, y = event.pos
                if board[y // 200][x // 200] == 0:
                    board[y // 200][x // 200] = 1
                    r, c = best_move()
                    if r >= 0:
                        board[r][c] = 2
        pygame.display.update()


if __name__ == "__main__":
    main()
