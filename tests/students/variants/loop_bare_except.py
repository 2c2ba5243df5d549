from brain import perfect


def get_move(board, letter):
    return perfect(board, letter)


while True:
    try:
        move = int(input("Move: "))
        break
    except:
        print("That is not a number!")
