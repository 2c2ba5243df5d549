(** * The checker

    [docs/proof-format.md] describes the format. The functions follow [src/noughts/solver/proofs/check.py]. A function
    returns [None] if the proof fails. The proof is read from a source of bytes: the theorem holds for every function
    [next], such as one that reads a list, a file in memory or a stream. *)

Require Import Bool List Uint63.
Import ListNotations.
From Noughts Require Import Cells Theory.

Definition END : num := 255%uint63.
Definition PASS : num := 254%uint63.
Definition USE : num := 253%uint63.
Definition KEEP : num := 252%uint63.
Definition LEMMA : num := 251%uint63.

(** ** Kept nodes

    The facts that the proof of a node relies on: its zone; for each line of the loser, its cells in the zone; and for
    each line of the winner that lacks only cells in the zone, the cells that it lacks. *)
Record kept := Kept { zone : set; losers : list set; winners : list set }.

(** Leave out sets that contain another one. *)
Definition minimal (sets : list set) : list set :=
  fold_left (fun acc c => if existsb (fun d => subset d c) acc then acc else c :: acc) sets [].

(** The lines of the loser and of the winner, if the claim says that the attacker wins or that it does not. *)
Definition loser (wins : bool) (s : state) : list set := if wins then defend s else attack s.
Definition winner (wins : bool) (s : state) : list set := if wins then attack s else defend s.

Definition keep (wins : bool) (s : state) (z : set) : kept :=
  Kept z (minimal (map (fun l => inter l z) (loser wins s)))
    (minimal (map (lack s) (filter (inside s z) (winner wins s)))).

(** Kept nodes by the bits of their slot. *)
Inductive slots := Nothing | Slot (k : kept) | Fork (even odd : slots).

Definition slot_bits : nat := 16.

Fixpoint find_slot (bits : nat) (slot : num) (t : slots) : option kept :=
  match bits, t with
  | O, Slot k => Some k
  | S rest, Fork even odd => find_slot rest (num_half slot) (if num_odd slot then odd else even)
  | _, _ => None
  end.

Fixpoint fill_slot (bits : nat) (slot : num) (k : kept) (t : slots) : slots :=
  match bits with
  | O => Slot k
  | S rest =>
      let (even, odd) := match t with Fork even odd => (even, odd) | _ => (Nothing, Nothing) end in
      if num_odd slot then Fork even (fill_slot rest (num_half slot) k odd)
      else Fork (fill_slot rest (num_half slot) k even) odd
  end.

(** ** Symmetries: lists of pairs of cells that correspond to each other *)
Definition symmetry := list (num * num).

Definition preimage (sym : symmetry) (s : set) : set :=
  fold_right (fun pair acc => if mem (snd pair) s then add (fst pair) acc else acc) nothing sym.
Definition swap (sym : symmetry) : symmetry := map (fun pair => (snd pair, fst pair)) sym.

Fixpoint no_repeats (seen : set) (cells : list num) : bool :=
  match cells with
  | [] => true
  | c :: rest => valid c && negb (mem c seen) && no_repeats (add c seen) rest
  end.

Definition is_symmetry (sym : symmetry) : bool :=
  no_repeats nothing (map fst sym) && no_repeats nothing (map snd sym).

Fixpoint nth_symmetry (syms : list symmetry) (n : num) : option symmetry :=
  match syms with
  | [] => None
  | sym :: rest => if num_eqb n 0%uint63 then Some sym else nth_symmetry rest (num_pred n)
  end.

(** The zone of a kept node in the state [s], if the kept node proves this state. *)
Definition use_kept (wins : bool) (k : kept) (sym : symmetry) (s : state) : option set :=
  let z := preimage sym (zone k) in
  if subset z (free s) && subset (zone k) (preimage (swap sym) z)
    && (let sets := map (preimage sym) (losers k) in
        forallb (fun l => existsb (fun c => subset c l) sets) (loser wins s))
    && (let lines := winner wins s in
        forallb (fun w => let w' := inter (preimage sym w) z in existsb (fun l => subset (lack s l) w') lines)
          (winners k))
  then Some z else None.

(** ** Guards and threats *)
Definition enough (two : bool) (s : set) : bool := if two then negb (at_most_one s) else negb (is_nothing s).

(** Extend the zone [acc] such that each line of the loser lacks at least one or two cells of it. *)
Fixpoint guard (two : bool) (lines : list set) (s : state) (z acc : set) : option set :=
  match lines with
  | [] => Some acc
  | l :: rest =>
      if enough two (inter l z) then guard two rest s z acc
      else let lacking := lack s l in
        if enough two lacking then guard two rest s z (union lacking acc) else None
  end.

(** The cells on which a side with these lines completes a line. *)
Definition threats (lines : list set) (s : state) : set :=
  fold_left
    (fun acc l => let lacking := lack s l in if at_most_one lacking then union lacking acc else acc)
    lines nothing.

Definition completes (c : num) (lines : list set) (s : state) : bool :=
  let cell := single c in existsb (fun l => subset (lack s l) cell) lines.

(** ** Nodes *)
Section Check.
Variable source : Type.
Variable next : source -> option (num * source).

(** What is left to read, and the kept nodes. *)
Definition io : Type := source * slots.

Definition read (i : io) : option (num * io) :=
  match next (fst i) with None => None | Some (b, rest) => Some (b, (rest, snd i)) end.

(** Statements that are already proved about states with the attacker to move, by number. *)
Record fact := Fact { fact_state : state; fact_kept : kept }.

Variable cells : list num.
Variable syms : list symmetry.
Variable facts : list (option fact).
Variable wins : bool.

Definition use (s : state) (i : io) : option (set * io) :=
  match read i with None => None | Some (high, i) =>
  match read i with None => None | Some (low, i) =>
  match read i with None => None | Some (n, i) =>
  match find_slot slot_bits (two_bytes high low) (snd i), nth_symmetry syms n with
  | Some k, Some sym => match use_kept wins k sym s with None => None | Some z => Some (z, i) end
  | _, _ => None
  end end end end.

Fixpoint nth_fact (facts : list (option fact)) (n : num) : option fact :=
  match facts with
  | [] => None
  | fact :: rest => if num_eqb n 0%uint63 then fact else nth_fact rest (num_pred n)
  end.

Definition same_set (a b : set) : bool := subset a b && subset b a.
Definition same_sets (a b : list set) : bool :=
  forallb (fun c => existsb (same_set c) b) a && forallb (fun c => existsb (same_set c) a) b.

(** An earlier claim of the file proves this node. *)
Definition use_fact (s : state) (i : io) : option (set * io) :=
  match read i with None => None | Some (high, i) =>
  match read i with None => None | Some (low, i) =>
  match read i with None => None | Some (n, i) =>
  match nth_fact facts (two_bytes high low), nth_symmetry syms n with
  | Some fact, Some sym =>
      let stated := fact_state fact in
      if same_set (preimage sym (free stated)) (free s)
        && same_sets (map (preimage sym) (attack stated)) (attack s)
        && same_sets (map (preimage sym) (defend stated)) (defend s)
      then match use_kept wins (fact_kept fact) sym s with None => None | Some z => Some (z, i) end
      else None
  | _, _ => None
  end end end end.

(** The loser's moves that a node lists, the cells that the answers depend on, the unlisted moves that no answer
    refutes, and the byte after the last answer. *)
Record listed := Listed { moves : set; depends_on : set; unanswered : set; mark : num }.

Fixpoint answers (limit : list num) (answer : num -> io -> option (set * io)) (s : state) (l : listed) (i : io)
    : option (listed * io) :=
  if mem (mark l) (free s) then
    if mem (mark l) (moves l) then None else
    match limit with [] => None | _ :: limit =>
    match answer (mark l) i with None => None | Some (z, i) =>
    match read i with None => None | Some (b, i) =>
      let moves := add (mark l) (moves l) in
      answers limit answer s
        (Listed moves (union (depends_on l) z) (diff (inter (unanswered l) z) moves) b) i
    end end end
  else Some (l, i).

Definition read_answers (answer : num -> io -> option (set * io)) (s : state) (mark : num) (i : io)
    : option (listed * io) :=
  answers cells answer s (Listed nothing nothing (free s) mark) i.

Definition is_complete (l : listed) : bool := negb (is_nothing (moves l)) && is_nothing (unanswered l).

(** End a node, and keep it if the proof says so. *)
Definition finish (mark : num) (s : state) (z : set) (i : io) : option io :=
  if num_eqb mark END then Some i
  else if num_eqb mark KEEP then
    match read i with None => None | Some (high, i) =>
    match read i with None => None | Some (low, i) =>
      Some (fst i, fill_slot slot_bits (two_bytes high low) (keep wins s z) (snd i))
    end end
  else None.

(** The attacker wins after every reply. *)
Definition replies (win : state -> io -> option (set * io)) (t : state) (i : io) : option (listed * io) :=
  if negb (is_nothing (threats (defend t) t)) then None else
  match read i with None => None | Some (mark, i) =>
  match read_answers (fun r => win (def r t)) t mark i with None => None | Some (l, i) =>
    if is_complete l then Some (l, i) else None
  end end.

(** The attacker, who is to move, wins. *)
Fixpoint win (fuel : nat) (s : state) (i : io) : option (set * io) :=
  match fuel with O => None | S fuel =>
  match read i with None => None | Some (m, i) =>
  if num_eqb m USE then use s i
  else if negb (mem m (free s)) then None else
  let t := att m s in
  if completes m (attack s) s then
    match guard false (defend t) t (single m) (single m) with None => None | Some z => Some (z, i) end
  else
  let ts := threats (attack t) t in
  if is_nothing ts then
    match replies (win fuel) t i with None => None | Some (l, i) =>
    let z := add m (depends_on l) in
    match finish (mark l) s z i with None => None | Some i => Some (z, i) end
    end
  else if at_most_one ts then
    match find (fun c => mem c ts) cells with None => None | Some c =>
    match win fuel (def c t) i with None => None | Some (z, i) =>
    let z := add c z in
    match guard true (defend t) t z z with None => None | Some z => Some (add m z, i) end
    end end
  else match guard true (defend t) t ts ts with None => None | Some z => Some (add m z, i) end
  end end.

(** Set a pair of cells aside: the defender answers in the same pair. *)
Definition aside (a b : num) (s : state) : state :=
  let pair := add a (single b) in
  State (filter (fun l => negb (subset pair l)) (attack s)) (filter (disjoint pair) (defend s)) (diff (free s) pair).

Fixpoint read_pairs (limit : list num) (n : num) (s : state) (i : io) : option (state * set * io) :=
  if num_eqb n 0%uint63 then Some (s, nothing, i) else
  match limit with [] => None | _ :: limit =>
  match read i with None => None | Some (a, i) =>
  match read i with None => None | Some (b, i) =>
  if mem a (free s) && mem b (free s) && negb (num_eqb a b) then
    match read_pairs limit (num_pred n) (aside a b s) i with None => None | Some (u, paired, i) =>
      Some (u, add a (add b paired), i)
    end
  else None
  end end end.

(** The attacker, who has just moved, never completes a line. *)
Definition hold_after (hold : state -> io -> option (set * io)) (v : state) (i : io) : option (set * io) :=
  match read i with None => None | Some (r, i) =>
  if num_eqb r PASS then hold v i
  else if negb (mem r (free v)) then None else
  let w := def r v in
  if completes r (defend v) v then
    match guard false (attack w) w (single r) (single r) with None => None | Some z => Some (z, i) end
  else match hold w i with None => None | Some (z, i) => Some (add r z, i) end
  end.

(** What follows the pairs in a node in which the attacker, who is to move, never completes a line. *)
Definition hold_rest (hold : state -> io -> option (set * io)) (u : state) (i : io) : option (set * io) :=
  match read i with None => None | Some (mark', i) =>
  if num_eqb mark' USE then use u i
  else if num_eqb mark' LEMMA then use_fact u i else
  match read_answers (fun m => hold_after hold (att m u)) u mark' i with None => None | Some (l, i) =>
  let ts := threats (defend u) u in
  let z := union ts (depends_on l) in
  let guarded :=
    if is_nothing ts then
      match attack u with
      | [] => Some z
      | _ => if is_complete l then Some z else None
      end
    else if negb (at_most_one ts) || same_set (moves l) ts then guard true (attack u) u z z
    else None in
  match guarded with None => None | Some z =>
  match finish (mark l) u z i with None => None | Some i => Some (z, i) end
  end end end.

Fixpoint hold (fuel : nat) (s : state) (i : io) : option (set * io) :=
  match fuel with O => None | S fuel =>
  match read i with None => None | Some (n, i) =>
  match read_pairs cells n s i with None => None | Some (u, paired, i) =>
  match hold_rest (hold fuel) u i with None => None | Some (z, i) => Some (union paired z, i) end
  end end end.

(** The zone of the proof of a claim, and what is left to read. Kept nodes belong to one claim. *)
Definition check_state (attacker_to_move : bool) (s : state) (src : source) : option (set * source) :=
  let fuel := 2 + 2 * length cells in
  let result :=
    match wins, attacker_to_move with
    | true, true => win fuel s (src, Nothing)
    | true, false =>
        match replies (win fuel) s (src, Nothing) with
        | Some (l, i) => if num_eqb (mark l) END then Some (depends_on l, i) else None
        | None => None
        end
    | false, true => hold fuel s (src, Nothing)
    | false, false => hold_after (hold fuel) s (src, Nothing)
    end in
  match result with None => None | Some (z, i) => Some (z, fst i) end.
End Check.
