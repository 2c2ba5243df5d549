"""A Q-table, learned by 3000 games against itself when the program starts."""
import random

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
ALPHA, GAMMA, EPSILON, GAMES = 0.5, 0.95, 0.3, 3000
Q = {}
rng = random.Random(2024)


def free(state):
    return [i for i in range(9) if state[i] == "-"]


def is_win(state, mark):
    return any(all(state[int(d)] == mark for d in line) for line in LINES)


def greedy(state):
    actions = free(state)
    return max(actions, key=lambda a: Q.get((state, a), 0.0))


def train():
    for _ in range(GAMES):
        state, mark, other = "-" * 9, "X", "O"
        while True:
            a = rng.choice(free(state)) if rng.random() < EPSILON else greedy(state)
            new = state[:a] + mark + state[a + 1 :]
            if is_win(new, mark):
                target = 1.0
            elif not free(new):
                target = 0.0
            else:
                target = -GAMMA * max(Q.get((new, b), 0.0) for b in free(new))
            Q[state, a] = (1 - ALPHA) * Q.get((state, a), 0.0) + ALPHA * target
            if target == 1.0 or not free(new):
                break
            state, mark, other = new, other, mark


train()


def policy(state):
    return greedy(state)
