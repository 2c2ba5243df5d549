"""Morpion : l'ordinateur joue toujours un coup parfait."""

from functools import cache

VIDE = "."
ALIGNEMENTS = ["012", "345", "678", "036", "147", "258", "048", "246"]


def aligne(grille, joueur):
    return any(all(grille[int(case)] == joueur for case in a) for a in ALIGNEMENTS)


def adversaire(joueur):
    return "O" if joueur == "X" else "X"


@cache
def valeur(grille, joueur):
    if aligne(grille, adversaire(joueur)):
        return -1
    if VIDE not in grille:
        return 0
    return max(-valeur(jouer(grille, case, joueur), adversaire(joueur)) for case in range(9) if grille[case] == VIDE)


def jouer(grille, case, joueur):
    return grille[:case] + joueur + grille[case + 1 :]


def meilleur_coup(grille, joueur):
    coups = [case for case in range(9) if grille[case] == VIDE]
    return max(coups, key=lambda case: -valeur(jouer(grille, case, joueur), adversaire(joueur)))
