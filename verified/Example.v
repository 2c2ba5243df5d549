(** * An example: the value of 4,3,3, proved in Rocq alone

    The checker also runs inside Rocq. Then neither the extraction nor OCaml needs to be trusted. *)

Require Import List String.
Import ListNotations.
From Noughts Require Import Game Cells Claims Head.
Local Open Scope string_scope.

(** The line that `noughts solve 4,3,3 --proof FILE` writes; a quotation mark is doubled. *)
Definition line : string :=
  "{""noughts proof"":1,""game"":""4,3,3"",""position"":""4_/4_/4_ x""," ++
  """claims"":[{""attacker"":""x"",""wins"":true,""alone"":false}],""symmetries"":[[0,1,2,3,4,5,6,7,8,9,10,11]," ++
  "[3,2,1,0,7,6,5,4,11,10,9,8],[8,9,10,11,4,5,6,7,0,1,2,3],[11,10,9,8,7,6,5,4,3,2,1,0]]}".

(** The proof: see [docs/proof-format.md]. *)
Definition proof : list nat :=
  [5; 6; 0; 2; 1; 6; 2; 6; 9; 6; 10; 6; 0; 4; 2; 1; 3; 6; 8; 4; 10; 9; 11; 6; 7; 4; 0; 255].

Definition file : list num := (text_of line ++ newline :: map num_of_nat proof)%list.

Definition symmetries : list (list num) :=
  match parse_head (text_of line) with Some h => head_symmetries h | None => [] end.
Definition first_line : head := Head 4 3 3 (repeat (repeat None 4) 3) X [Stated X true false] symmetries.

Lemma the_board_is_empty c : position_of first_line c = empty_board c.
Proof. destruct c as [x [|[|[|y]]]]; try exact (nth_repeat None 4 x). destruct x, y; reflexivity. Qed.

Theorem the_first_player_wins : can_force (Game 4 3 3 false) X X (position_of first_line).
Proof.
  assert (holds (claim_of first_line (Stated X true false))) as [_ win]; [|exact win].
  apply (check_bytes_sound file first_line); [vm_compute; reflexivity|left; reflexivity].
Qed.
