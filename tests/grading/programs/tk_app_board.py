import tkinter as tk
from tkinter import messagebox


class App:
    def __init__(self, root):
        self.root = root
        self.root.title("Tic Tac Toe")
        self.board = [""] * 9
        self.buttons = []
        self.status = tk.Label(root, text="Your turn", font=("Arial", 14))
        self.status.grid(row=3, column=0, columnspan=3)
        for i in range(9):
            b = tk.Button(root, text="", font=("Arial", 32), width=4, height=2,
                          command=lambda i=i: self.on_click(i))
            b.grid(row=i // 3, column=i % 3)
            self.buttons.append(b)
        tk.Button(root, text="New game", command=self.reset).grid(row=4, column=1)

    def on_click(self, i):
        if self.board[i] != "" or self.check("X") or self.check("O"):
            return
        self.put(i, "X")
        if not self.finished():
            self.status.config(text="Thinking...")
            self.computer_move()
            self.finished()

    def put(self, i, mark):
        self.board[i] = mark
        self.buttons[i].config(text=mark, state=tk.DISABLED)

    def reset(self):
        self.board = [""] * 9
        for b in self.buttons:
            b.config(text="", state=tk.NORMAL)
        self.status.config(text="Your turn")

    def check(self, p):
        b = self.board
        for i in range(3):
            if b[3 * i] == b[3 * i + 1] == b[3 * i + 2] == p:
                return True
            if b[i] == b[i + 3] == b[i + 6] == p:
                return True
        return b[0] == b[4] == b[8] == p or b[2] == b[4] == b[6] == p

    def finished(self):
        if self.check("X"):
            messagebox.showinfo("End", "You win!")
        elif self.check("O"):
            messagebox.showinfo("End", "Computer wins!")
        elif "" not in self.board:
            messagebox.showinfo("End", "Draw")
        else:
            return False
        return True

    def computer_move(self):
        best_score = -100
        best = None
        for i in range(9):
            if self.board[i] == "":
                self.board[i] = "O"
                s = self.minimax(0, True)
                self.board[i] = ""
                if s > best_score:
                    best_score = s
                    best = i
        self.put(best, "O")
        self.status.config(text="Your turn")

    def minimax(self, depth, is_max):
        if self.check("O"):
            return 10 - depth
        if self.check("X"):
            return depth - 10
        if "" not in self.board:
            return 0
        if is_max:
            best = -100
            for i in range(9):
                if self.board[i] == "":
                    self.board[i] = "O"
                    best = max(best, self.minimax(depth + 1, False))
                    self.board[i] = ""
            return best
        best = 100
        for i in range(9):
            if self.board[i] == "":
                self.board[i] = "X"
                best = min(best, self.minimax(depth + 1, True))
                self.board[i] = ""
        return best


root = tk.Tk()
app = App(root)
root.mainloop()
