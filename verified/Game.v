(** * The game: k in a row on a board of m columns and n rows

    This page defines the game, and what it means that a player can force a win. Everything else in this folder proves
    or computes something about these definitions. So a reader who agrees with this page, and trusts Rocq, need not
    read the proofs. README.md says what else you trust if you run the program. *)

Require Import List Arith Bool.
Import ListNotations.

Inductive player := X | O.

Definition other (p : player) : player := match p with X => O | O => X end.

(** A cell is a column and a row, both counted from 0. *)
Definition cell : Type := nat * nat.

Definition same_cell (c d : cell) : bool := (fst c =? fst d) && (snd c =? snd d).

(** A position says what is on each cell. *)
Definition position : Type := cell -> option player.

Definition empty_board : position := fun _ => None.

(** The position after player [p] has put a stone on cell [c]. *)
Definition play (p : player) (c : cell) (s : position) : position :=
  fun d => if same_cell d c then Some p else s d.

(** The game that people play is the *strong* game: the first player who completes a line wins. In the *weak* game
    (Maker-Breaker), only one player, the attacker, can win by completing a line. *)
Record game := Game { columns : nat; rows : nat; in_a_row : nat; weak : bool }.

Section Rules.
Variable g : game.

Definition board : list cell := list_prod (seq 0 (columns g)) (seq 0 (rows g)).

Definition on_board (c : cell) : bool := (fst c <? columns g) && (snd c <? rows g).

(** The k cells in a row, in a column and on the two diagonals, from column [x] and row [y] on. *)
Definition rays (c : cell) : list (list cell) :=
  let (x, y) := c in
  let steps := seq 0 (in_a_row g) in
  [ map (fun i => (x + i, y)) steps;
    map (fun i => (x, y + i)) steps;
    map (fun i => (x + i, y + i)) steps;
    map (fun i => (x + (in_a_row g - 1 - i), y + i)) steps ].

(** The lines are the rays that stay on the board. *)
Definition lines : list (list cell) := filter (forallb on_board) (flat_map rays board).

(** Player [p] has all cells of a line. *)
Definition has_line (p : player) (s : position) : Prop :=
  exists line, In line lines /\ forall c, In c line -> s c = Some p.

(** A legal move is any empty cell of the board. *)
Definition legal (s : position) (c : cell) : Prop := on_board c = true /\ s c = None.

(** Player [p] has ended the game by completing a line. *)
Definition has_won (attacker p : player) (s : position) : Prop :=
  has_line p s /\ (p = attacker \/ weak g = false).

(** [can_force a p s]: with player [p] to move in position [s], in which nobody has won, player [a], the attacker, can
    force a win. That means:

    - If the attacker is to move, a move completes a line, or leads to a position in which the attacker can force a
      win.
    - If the defender is to move, the board is not full, and after each move of the defender, the defender has not won
      and the attacker can force a win.

    This is an inductive definition: the attacker wins after finitely many moves. *)
Inductive can_force (a : player) : player -> position -> Prop :=
| by_completing_a_line : forall s c,
    legal s c -> has_won a a (play a c s) -> can_force a a s
| by_another_move : forall s c,
    legal s c -> can_force a (other a) (play a c s) -> can_force a a s
| whatever_the_reply : forall s,
    (exists c, legal s c) ->
    (forall c, legal s c -> ~ has_won a (other a) (play (other a) c s)) ->
    (forall c, legal s c -> can_force a a (play (other a) c s)) ->
    can_force a (other a) s.

(** With player [p] to move, neither player can force a win. *)
Definition drawn (p : player) (s : position) : Prop := ~ can_force X p s /\ ~ can_force O p s.

End Rules.

(** ** Claims

    A claim says that one player, the attacker, can force a win from an unfinished position, or cannot. *)
Record claim := Claim { in_game : game; start : position; to_move : player; attacker : player; wins : bool }.

Definition unfinished (g : game) (s : position) : Prop := ~ has_line g X s /\ ~ has_line g O s.

Definition holds (c : claim) : Prop :=
  unfinished (in_game c) (start c) /\
  (if wins c then can_force (in_game c) (attacker c) (to_move c) (start c)
   else ~ can_force (in_game c) (attacker c) (to_move c) (start c)).
