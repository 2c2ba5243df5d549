# noughts and crosses by Noah. year 11 computing
# i keep a list of the squares each person has (1 to 9)
you = []
bot = []
winning = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]]


def print_board():
    line = ""
    for n in range(1, 10):
        if n in you:
            line = line + " X "
        elif n in bot:
            line = line + " O "
        else:
            line = line + " " + str(n) + " "
        if n % 3 == 0:
            print(line)
            line = ""


def has_won(squares):
    for w in winning:
        count = 0
        for n in w:
            if n in squares:
                count += 1
        if count == 3:
            return True
    return False


def free_squares():
    return [n for n in range(1, 10) if n not in you and n not in bot]


def minimax(bots_go, depth):
    if has_won(bot):
        return 10 - depth
    if has_won(you):
        return depth - 10
    if len(free_squares()) == 0:
        return 0
    if bots_go:
        best = -50
        for n in free_squares():
            bot.append(n)
            s = minimax(False, depth + 1)
            bot.remove(n)
            if s > best:
                best = s
    else:
        best = 50
        for n in free_squares():
            you.append(n)
            s = minimax(True, depth + 1)
            you.remove(n)
            if s < best:
                best = s
    return best


def bot_turn():
    best = -50
    for n in free_squares():
        bot.append(n)
        s = minimax(False, 0)
        bot.remove(n)
        if s > best:
            best = s
            pick = n
    bot.append(pick)
    print("bot picks", pick)


def your_turn():
    n = 0
    while n not in free_squares():
        try:
            n = int(input("pick a square: "))
        except ValueError:
            print("that is not a number")
    you.append(n)


def main():
    print("NOUGHTS AND CROSSES")
    first = input("do you want to go first? (yes/no) ")
    if first == "no":
        bot_turn()
    while True:
        print_board()
        your_turn()
        if has_won(you):
            print("you win!!!")
            break
        if len(free_squares()) == 0:
            print("draw")
            break
        bot_turn()
        if has_won(bot):
            print_board()
            print("bot wins")
            break
        if len(free_squares()) == 0:
            print("draw")
            break


main()
