import pygame_that_nobody_has as pygame
from brain import perfect

pygame.init()
screen = pygame.display.set_mode((300, 300))


def find_best_move(board, player):
    return divmod(perfect(sum(board, []), player), 3)


while pygame.event.wait():
    pygame.display.flip()
