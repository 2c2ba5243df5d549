(** * The first line of a file

    [check_file] reads a whole unpacked file: the first line, and the proofs of its claims. Nothing needs to be proved
    about the reading of the line: whatever it reads is what the theorem is about, and what the program prints. The
    line is read as strictly as [docs/proof-format.md] demands: keys in order, no spaces, no leading zeros. *)

Require Import Bool List Arith String Ascii.
Import ListNotations.
From Noughts Require Import Game Cells Theory Check Claims.

Definition text := list num.
Definition byte_of (c : ascii) : num := num_of_nat (nat_of_ascii c).
Definition text_of (s : string) : text := map byte_of (list_ascii_of_string s).
Definition newline : num := num_of_nat 10.

(** A parser returns what it has read, and the rest of the text. *)
Definition parser (A : Type) : Type := text -> option (A * text).

Definition bind {A B} (p : parser A) (f : A -> parser B) : parser B :=
  fun t => match p t with None => None | Some (a, rest) => f a rest end.
Definition give {A} (a : A) : parser A := fun t => Some (a, t).
Definition fail {A} : parser A := fun _ => None.
Notation "'do' x <- p ; q" := (bind p (fun x => q)) (at level 100, x name, right associativity).

Fixpoint literal (expected : text) : parser unit := fun t =>
  match expected, t with
  | [], _ => Some (tt, t)
  | e :: expected, c :: t => if num_eqb e c then literal expected t else None
  | _ :: _, [] => None
  end.
Definition word (s : string) : parser unit := literal (text_of s).

(** One of some words, each with its meaning. *)
Fixpoint one_of {A} (words : list (string * A)) : parser A := fun t =>
  match words with
  | [] => None
  | (w, a) :: rest => match word w t with Some (_, t) => Some (a, t) | None => one_of rest t end
  end.

(** A number of at most three digits without leading zeros. *)
Definition digit : parser nat :=
  one_of [("0", 0); ("1", 1); ("2", 2); ("3", 3); ("4", 4); ("5", 5); ("6", 6); ("7", 7); ("8", 8); ("9", 9)]%string.
Fixpoint more_digits (most : nat) (value : nat) : parser nat := fun t =>
  match digit t with
  | None => Some (value, t)
  | Some (d, rest) => match most with 0 => None | S most => more_digits most (10 * value + d) rest end
  end.
Definition number : parser nat := do d <- digit; if d =? 0 then give 0 else more_digits 2 d.

(** Items between commas, to the end of the list. *)
Fixpoint items {A} (fuel : nat) (item : parser A) (separator : string) : parser (list A) := fun t =>
  match fuel with 0 => None | S fuel =>
  match item t with None => None | Some (a, t) =>
  match word separator t with
  | None => Some ([a], t)
  | Some (_, t) => match items fuel item separator t with None => None | Some (rest, t) => Some (a :: rest, t) end
  end end end.

(** A row of cells: a run of two or more equal cells is its length and one of them. *)
Definition content : parser (option player) := one_of [("_", None); ("x", Some X); ("o", Some O)]%string.
Definition same_content (a b : option player) : bool :=
  match a, b with None, None => true | Some p, Some q => player_eqb p q | _, _ => false end.
Definition run : parser (nat * option player) := fun t =>
  match content t with
  | Some (c, t) => Some ((1, c), t)
  | None => (do n <- number; if n <=? 1 then fail else do c <- content; give (n, c)) t
  end.
Fixpoint runs (fuel : nat) (before : option (option player)) (width : nat) : parser (list (option player)) := fun t =>
  match fuel with 0 => None | S fuel =>
  if width =? 0 then Some ([], t) else
  match run t with None => None | Some ((n, c), t) =>
  if (n <=? width) && negb match before with Some b => same_content b c | None => false end then
    match runs fuel (Some c) (width - n) t with None => None | Some (rest, t) => Some (repeat c n ++ rest, t) end
  else None
  end end.

Fixpoint board_rows (width height : nat) : parser (list (list (option player))) := fun t =>
  match height with
  | 0 => None
  | 1 => match runs (S width) None width t with None => None | Some (row, t) => Some ([row], t) end
  | S height =>
      (do row <- runs (S width) None width; do _ <- word "/"; do rest <- board_rows width height; give (row :: rest)) t
  end.

Definition side : parser player := one_of [("x", X); ("o", O)]%string.
Definition truth : parser bool := one_of [("true", true); ("false", false)]%string.

Definition quote : string := String (ascii_of_nat 34) EmptyString.
Definition key (name : string) : parser unit :=
  do _ <- word quote; do _ <- word name; do _ <- word quote; word ":".

Definition stated_claim : parser stated :=
  do _ <- word "{"; do _ <- key "attacker"; do _ <- word quote; do a <- side; do _ <- word quote;
  do _ <- word ","; do _ <- key "wins"; do w <- truth;
  do _ <- word ","; do _ <- key "alone"; do alone <- truth;
  do _ <- word "}"; give (Stated a w alone).

Definition symmetry_list (cells : nat) : parser (list num) :=
  do _ <- word "["; do numbers <- items (S cells) number ","; do _ <- word "]"; give (map num_of_nat numbers).

Definition head_parser : parser head :=
  do _ <- word "{"; do _ <- key "noughts proof"; do _ <- word "1";
  do _ <- word ","; do _ <- key "game"; do _ <- word quote;
  do m <- number; do _ <- word ","; do n <- number; do _ <- word ","; do k <- number;
  do _ <- word quote;
  if (m =? 0) || (n =? 0) || (k =? 0) || negb (m * n <=? 126) then fail else
  do _ <- word ","; do _ <- key "position"; do _ <- word quote;
  do stones <- board_rows m n; do _ <- word " "; do turn <- side; do _ <- word quote;
  do _ <- word ","; do _ <- key "claims"; do _ <- word "[";
  do claims <- items 9 stated_claim ","; do _ <- word "]";
  do _ <- word ","; do _ <- key "symmetries"; do _ <- word "[";
  do symmetries <- (fun t => match t with
    | _ :: _ => match word "]" t with
        | Some _ => Some ([], t)
        | None => items 257 (symmetry_list (m * n)) "," t
        end
    | [] => None end);
  do _ <- word "]"; do _ <- word "}";
  give (Head m n k stones turn claims symmetries).

Definition stated_eqb (c d : stated) : bool :=
  player_eqb (stated_attacker c) (stated_attacker d) && Bool.eqb (stated_wins c) (stated_wins d)
    && Bool.eqb (stated_weak c) (stated_weak d).
Fixpoint distinct (claims : list stated) : bool :=
  match claims with [] => true | c :: rest => negb (existsb (stated_eqb c) rest) && distinct rest end.

Definition parse_head (t : text) : option head :=
  match head_parser t with
  | Some (h, []) => if distinct (head_claims h) then Some h else None
  | _ => None
  end.

Section File.
Variable source : Type.
Variable next : source -> option (num * source).

Fixpoint read_line (most : nat) (src : source) : option (text * source) :=
  match most with 0 => None | S most =>
  match next src with None => None | Some (b, src) =>
  if num_eqb b newline then Some ([], src) else
  match read_line most src with None => None | Some (t, src) => Some (b :: t, src) end
  end end.

Definition longest_line : nat := 2 ^ 16.

(** Check a whole file. Return its first line if the proofs of all its claims are right. *)
Definition check_file (src : source) : option head :=
  match read_line longest_line src with
  | None => None
  | Some (line, src) =>
      match parse_head line with
      | None => None
      | Some h => if check_proofs source next h src then Some h else None
      end
  end.
End File.

(** ** Theorem: if [check_file] accepts a file, then all claims of its first line hold in the game. *)
Definition claims_of (h : head) : list claim := map (claim_of h) (head_claims h).

Theorem check_sound : forall (source : Type) (next : source -> option (num * source)) (src : source) (h : head),
  check_file source next src = Some h -> forall c, In c (claims_of h) -> holds c.
Proof.
  intros source next src h found c here. unfold check_file in found.
  destruct (read_line _ _ _ _) as [[line rest]|]; [|discriminate found].
  destruct (parse_head line) as [h'|]; [|discriminate found].
  destruct (check_proofs source next h' rest) eqn:accepted; [|discriminate found]. injection found as ->.
  apply in_map_iff in here. destruct here as (d & <- & here).
  exact (check_proofs_sound source next h rest accepted d here).
Qed.

(** The same for a file that is a list of bytes. *)
Definition next_of_list (l : list num) : option (num * list num) :=
  match l with [] => None | b :: l => Some (b, l) end.

Corollary check_bytes_sound (file : list num) (h : head) :
  check_file (list num) next_of_list file = Some h -> forall c, In c (claims_of h) -> holds c.
Proof. apply check_sound. Qed.
