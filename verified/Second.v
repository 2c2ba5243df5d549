(** * A second definition of the game

    This file defines the game again, as a program, in other terms than [Game.v]: cells are numbers, stones are lists
    of cells, and a line has a start and a direction. [Agree.v] proves that both definitions say the same. *)

Require Import Bool NArith ZArith List.
Import ListNotations.

(** Cells are numbers. A game has a list of cells and a list of lines, each of which is a list of cells. *)
Record game := Game { board : list N; lines : list (list N) }.

(** The m,n,k game has m columns, n rows, and every line of k cells in a row: horizontal, vertical or diagonal.
    Cells are numbered row by row, so the cell in column x and row y has the number x + m y. *)
Section InARow.
  Variables m n k : nat.

  Definition cell_at (x y : Z) : N := Z.to_N (x + Z.of_nat m * y).

  Definition on_board (x y : Z) : bool :=
    ((0 <=? x) && (x <? Z.of_nat m) && (0 <=? y) && (y <? Z.of_nat n))%Z.

  Definition numbers (count : nat) : list Z := map Z.of_nat (seq 0 count).

  (** The line of k cells from (x, y) in direction (dx, dy), if all of it is on the board. *)
  Definition line_from (x y dx dy : Z) : list (list N) :=
    let places := map (fun i => (x + i * dx, y + i * dy)%Z) (numbers k) in
    if forallb (fun p => on_board (fst p) (snd p)) places then [map (fun p => cell_at (fst p) (snd p)) places] else [].

  Definition directions : list (Z * Z) := [(1, 0); (0, 1); (1, 1); (-1, 1)]%Z.

  Definition in_a_row : game :=
    Game (map N.of_nat (seq 0 (m * n)))
      (flat_map (fun y => flat_map (fun x => flat_map (fun d => line_from x y (fst d) (snd d)) directions)
        (numbers m)) (numbers n)).
End InARow.

Definition is_in (c : N) (cells : list N) : bool := existsb (N.eqb c) cells.

(** The side with these stones has completed a line. *)
Definition has_line (g : game) (stones : list N) : bool :=
  existsb (fun line => forallb (fun c => is_in c stones) line) (lines g).

(** The legal moves: the cells without a stone. *)
Definition moves (g : game) (a d : list N) : list N :=
  filter (fun c => negb (is_in c a) && negb (is_in c d)) (board g).

(** Whether the attacker, who has the stones [a], can complete a line before the defender, who has the stones [d],
    whatever the defender does. In the weak game, the defender's lines do not count. The game must be unfinished. The
    number [rounds] bounds the length of the game. *)
Fixpoint can_win_in (rounds : nat) (g : game) (weak : bool) (a d : list N) (attacker_to_move : bool) : bool :=
  match rounds with
  | O => false
  | S rest =>
      if attacker_to_move then
        existsb (fun c => has_line g (c :: a) || can_win_in rest g weak (c :: a) d false) (moves g a d)
      else
        match moves g a d with
        | [] => false
        | replies =>
            forallb (fun c => negb (negb weak && has_line g (c :: d)) && can_win_in rest g weak a (c :: d) true) replies
        end
  end.

(** No game is longer than the number of cells. *)
Definition can_win (g : game) (weak : bool) (a d : list N) (attacker_to_move : bool) : bool :=
  can_win_in (S (length (board g))) g weak a d attacker_to_move.
