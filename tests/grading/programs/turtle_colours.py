import turtle
from tkinter import messagebox

t = turtle.Turtle()
s = turtle.Screen()
s.setup(600, 600)
t.speed(0)
t.hideturtle()

grid = {(x, y): None for x in range(3) for y in range(3)}   # x to the right, y upwards
turn = "blue"


def line(x1, y1, x2, y2):
    t.penup()
    t.goto(x1, y1)
    t.pendown()
    t.goto(x2, y2)


def circle_at(x, y, colour):
    t.penup()
    t.goto(-200 + 200 * x, -250 + 200 * y)
    t.pendown()
    t.color(colour)
    t.circle(50)


for k in (-100, 100):
    line(k, -300, k, 300)
    line(-300, k, 300, k)


def same(cells, who):
    return all(grid[c] == who for c in cells)


def won(who):
    for k in range(3):
        if same([(k, 0), (k, 1), (k, 2)], who) or same([(0, k), (1, k), (2, k)], who):
            return True
    return same([(0, 0), (1, 1), (2, 2)], who) or same([(0, 2), (1, 1), (2, 0)], who)


def empty():
    return [c for c in grid if grid[c] is None]


def search(who, depth, low, high):
    if won("red"):
        return 100 - depth
    if won("blue"):
        return -100 + depth
    for c in empty():
        grid[c] = who
        v = search("blue" if who == "red" else "red", depth + 1, low, high)
        grid[c] = None
        if who == "red":
            low = max(low, v)
        else:
            high = min(high, v)
        if low >= high:
            break
    else:
        if not empty():
            return 0
    return low if who == "red" else high


def red_thinks():
    best, cell = -1000, None
    for c in empty():
        grid[c] = "red"
        v = search("blue", 1, best, 1000)
        grid[c] = None
        if v > best:
            best, cell = v, c
    return cell


def click(px, py):
    x, y = int((px + 300) // 200), int((py + 300) // 200)
    if grid.get((x, y), "out") is not None:
        return
    grid[(x, y)] = "blue"
    circle_at(x, y, "blue")
    if won("blue"):
        messagebox.showinfo("end", "blue wins")
        return
    if not empty():
        messagebox.showinfo("end", "draw")
        return
    cell = red_thinks()
    grid[cell] = "red"
    circle_at(cell[0], cell[1], "red")
    if won("red"):
        messagebox.showinfo("end", "red wins")


s.onclick(click)
s.listen()
turtle.mainloop()
