import tkinter as tk
from tkinter import messagebox


class Logic:
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    @staticmethod
    def free(cells):
        return [i for i in range(9) if cells[i] == ""]

    @classmethod
    def winner(cls, cells):
        for a, b, c in cls.LINES:
            if cells[a] and cells[a] == cells[b] == cells[c]:
                return cells[a]
        return None

    @classmethod
    def minimax(cls, cells, player, me):
        win = cls.winner(cells)
        if win:
            return {"score": 1 if win == me else -1}
        if not cls.free(cells):
            return {"score": 0}
        best = None
        for i in cls.free(cells):
            cells[i] = player
            score = cls.minimax(cells, "O" if player == "X" else "X", me)["score"]
            cells[i] = ""
            better = best is None or (score > best["score"] if player == me else score < best["score"])
            if better:
                best = {"move": i, "score": score}
        return best

    @classmethod
    def computer(cls, cells, me):
        return cls.minimax(cells, me, me)


class App(tk.Tk):
    def __init__(self):
        super().__init__()
        self.title("Tic Tac Toe")
        self.cells = [""] * 9
        self.buttons = []
        for i in range(9):
            b = tk.Button(self, text="", width=6, height=3, command=lambda i=i: self.click(i))
            b.grid(row=i // 3, column=i % 3)
            self.buttons.append(b)

    def click(self, i):
        if self.cells[i]:
            return
        self.put(i, "X")
        if not Logic.winner(self.cells) and Logic.free(self.cells):
            self.put(Logic.computer(self.cells, "O")["move"], "O")
        if Logic.winner(self.cells):
            messagebox.showinfo("Game over", Logic.winner(self.cells) + " wins")

    def put(self, i, mark):
        self.cells[i] = mark
        self.buttons[i].config(text=mark)


if __name__ == "__main__":
    App().mainloop()
