# Minimax with nodes.  Part (c): the score depends on the depth

class Node:
    def __init__(self, board, turn, depth=0):
        self.board = board
        self.turn = turn
        self.depth = depth
        self.children = []
        self.score = 0


def other(p):
    if p == "x":
        return "o"
    return "x"


def has_line(b, p):
    wins = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
    for w in wins:
        if b[w[0]] == p and b[w[1]] == p and b[w[2]] == p:
            return True
    return False


def make_tree(node):
    if has_line(node.board, "x") or has_line(node.board, "o"):
        return
    for i in range(9):
        if node.board[i] == " ":
            b = node.board.copy()
            b[i] = node.turn
            child = Node(b, other(node.turn), node.depth + 1)
            node.children.append(child)
            make_tree(child)


def Minimax(node):
    # leaf
    if len(node.children) == 0:
        if has_line(node.board, "x"):
            node.score = 10 + node.depth
        elif has_line(node.board, "o"):
            node.score = -10 - node.depth
        else:
            node.score = 0
        return node.score
    if node.turn == "x":
        node.score = -1000
        for child in node.children:
            node.score = max(node.score, Minimax(child))
    else:
        node.score = 1000
        for child in node.children:
            node.score = min(node.score, Minimax(child))
    return node.score


def BestMove(node):
    Minimax(node)
    for child in node.children:
        if child.score == node.score:
            return child


def print_board(b):
    print(b[0:3])
    print(b[3:6])
    print(b[6:9])


def game():
    board = [" "] * 9
    turn = "x"
    human = input("x or o: ")
    while not has_line(board, "x") and not has_line(board, "o") and " " in board:
        print_board(board)
        if turn == human:
            m = int(input("move 1-9: ")) - 1
            if board[m] != " ":
                print("no")
                continue
            board[m] = human
        else:
            root = Node(board, turn)
            make_tree(root)
            board = BestMove(root).board
        turn = other(turn)
    print_board(board)


if __name__ == "__main__":
    game()
