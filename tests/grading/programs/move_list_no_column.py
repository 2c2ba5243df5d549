# the game so far is a string of digits like "519": x took 5, o took 1, x took 9
WIN = ("123", "456", "789", "147", "258", "159", "357")


def ganhou(s):
    for w in WIN:
        if w[0] in s and w[1] in s and w[2] in s:
            return True
    return False


def score(game, memo={}):
    if game in memo:
        return memo[game]
    last_player = game[::-1][::2]
    if game and ganhou(last_player):
        r = -1
    elif len(game) == 9:
        r = 0
    else:
        r = max([-score(game + d) for d in "123456789" if d not in game])
    memo[game] = r
    return r


def reply(game):
    best, digit = -2, ""
    for d in "123456789":
        if d not in game:
            s = -score(game + d)
            if s > best:
                best, digit = s, d
    return digit
