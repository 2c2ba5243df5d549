# -*- coding: utf-8 -*-
# TP morpion  Hugo / Terminale
from random import choice

grille = {'a1': '.', 'a2': '.', 'a3': '.',
          'b1': '.', 'b2': '.', 'b3': '.',
          'c1': '.', 'c2': '.', 'c3': '.'}

lignes_gagnantes = [('a1', 'a2', 'a3'), ('b1', 'b2', 'b3'), ('c1', 'c2', 'c3'),
                    ('a1', 'b1', 'c1'), ('a2', 'b2', 'c2'), ('a3', 'b3', 'c3'),
                    ('a1', 'b2', 'c3'), ('a3', 'b2', 'c2')]


def affiche(g):
    print('  1 2 3')
    for l in 'abc':
        print(l, g[l + '1'], g[l + '2'], g[l + '3'])


def gagne(g, pion):
    for x, y, z in lignes_gagnantes:
        if g[x] == pion and g[y] == pion and g[z] == pion:
            return True
    return False


def coups(g):
    return [c for c in g if g[c] == '.']


def adverse(pion):
    if pion == 'X':
        return 'O'
    else:
        return 'X'


def minmax(g, pion, moi, profondeur):
    if gagne(g, moi):
        return 10 - profondeur
    if gagne(g, adverse(moi)):
        return profondeur - 10
    if coups(g) == []:
        return 0
    valeurs = []
    for c in coups(g):
        copie = g.copy()
        copie[c] = pion
        valeurs.append(minmax(copie, adverse(pion), moi, profondeur + 1))
    if pion == moi:
        return max(valeurs)
    return min(valeurs)


def coup_hasard(g, pion):
    return choice(coups(g))


def meilleur_coup(g, pion):
    meilleur = None
    maxi = -1000
    for c in coups(g):
        copie = g.copy()
        copie[c] = pion
        v = minmax(copie, adverse(pion), pion, 1)
        if v > maxi:
            maxi = v
            meilleur = c
    return meilleur


def partie():
    g = grille.copy()
    pion = 'X'
    mode = input('1 joueur ou 2 joueurs ? ')
    while coups(g):
        affiche(g)
        if pion == 'X' or mode == '2':
            c = input('Coup de ' + pion + ' : ')
            while c not in coups(g):
                c = input('Coup de ' + pion + ' : ')
        else:
            c = meilleur_coup(g, pion)
            print("L'ordinateur joue", c)
        g[c] = pion
        if gagne(g, pion):
            affiche(g)
            print(pion, 'a gagné')
            return
        pion = adverse(pion)
    print('Match nul')


if __name__ == '__main__':
    partie()
