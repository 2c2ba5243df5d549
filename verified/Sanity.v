(** * Sanity: the definition gives the values that everyone knows

    A program that decides [can_force] by trying all moves, and the values of small games. *)

Require Import Bool List Arith Lia.
Import ListNotations.
From Noughts Require Import Game Cells Real Claims.

(** Like [existsb] and [forallb], but they stop as soon as the answer is known. *)
Fixpoint any {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | a :: l => if f a then true else any f l end.
Fixpoint all {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | a :: l => if f a then all f l else false end.

Lemma any_iff {A} (f : A -> bool) l : any f l = true <-> exists a, In a l /\ f a = true.
Proof.
  induction l as [|a l IH]; cbn; [split; [discriminate|intros (a & [] & _)]|].
  destruct (f a) eqn:yes; [split; [intros _; exists a; auto|reflexivity]|].
  rewrite IH. split; intros (b & here & yes'); exists b; [auto|]. destruct here as [->|here]; [congruence|auto].
Qed.

Lemma all_iff {A} (f : A -> bool) l : all f l = true <-> forall a, In a l -> f a = true.
Proof.
  induction l as [|a l IH]; cbn; [split; [intros _ a []|reflexivity]|].
  destruct (f a) eqn:yes; [|split; [discriminate|intro h; rewrite <- yes; apply h; left; reflexivity]].
  rewrite IH. split; [intros h b [<-|here]; auto|auto].
Qed.

Section Decide.
Variable g : game.
Variable a : player.

Definition moves (s : position) : list cell := filter (is_empty s) (board g).

Lemma moves_iff s c : In c (moves s) <-> legal g s c.
Proof.
  unfold moves, legal, is_empty. rewrite filter_In, (in_board g). destruct (s c); intuition congruence.
Qed.

(** The lines are an argument, so that they are computed once. *)
Definition ends (ls : list (list cell)) (p : player) (s : position) : bool :=
  (player_eqb p a || negb (weak g)) && any (all (has_stone p s)) ls.

Lemma ends_iff p s : ends (lines g) p s = true <-> has_won g a p s.
Proof.
  unfold ends, has_won, has_line. rewrite andb_true_iff, orb_true_iff, negb_true_iff, player_eqb_iff, any_iff.
  assert ((exists l, In l (lines g) /\ all (has_stone p s) l = true) <->
    exists l, In l (lines g) /\ forall c, In c l -> s c = Some p) as same.
  { split; intros (l & here & yes); exists l; split; auto.
    - rewrite all_iff in yes. intros c in_c. apply has_stone_iff. auto.
    - apply all_iff. intros c in_c. apply has_stone_iff. auto. }
  rewrite same. tauto.
Qed.

Fixpoint force (fuel : nat) (ls : list (list cell)) (p : player) (s : position) : bool :=
  match fuel with
  | 0 => false
  | S fuel =>
      if player_eqb p a then
        any (fun c => let t := play a c s in if ends ls a t then true else force fuel ls (other a) t) (moves s)
      else
        match moves s with
        | [] => false
        | replies =>
            all (fun c => let t := play (other a) c s in if ends ls (other a) t then false else force fuel ls a t)
              replies
        end
  end.

Lemma force_sound fuel : forall p s, force fuel (lines g) p s = true -> can_force g a p s.
Proof.
  induction fuel as [|fuel IH]; intros p s yes; [discriminate yes|]. cbn [force] in yes.
  destruct (player_eqb p a) eqn:side.
  - apply player_eqb_iff in side. subst p. apply any_iff in yes. destruct yes as (c & here & yes).
    apply moves_iff in here. cbn zeta in yes. destruct (ends _ a _) eqn:won.
    + apply (by_completing_a_line g a s c here), ends_iff. exact won.
    + apply (by_another_move g a s c here), IH. exact yes.
  - assert (p = other a) as -> by (destruct p, a; cbn in *; congruence).
    destruct (moves s) as [|m ms] eqn:list; [discriminate yes|]. rewrite <- list in yes. rewrite all_iff in yes.
    apply whatever_the_reply.
    + exists m. apply moves_iff. rewrite list. left. reflexivity.
    + intros c here won. apply moves_iff in here. specialize (yes c here). cbn zeta in yes.
      apply ends_iff in won. rewrite won in yes. discriminate yes.
    + intros c here. apply moves_iff in here. specialize (yes c here). cbn zeta in yes.
      destruct (ends _ _ _); [discriminate yes|]. apply IH. exact yes.
Qed.

Lemma fewer {A} (f h : A -> bool) l x : (forall y, h y = true -> f y = true) -> In x l -> f x = true -> h x = false ->
  length (filter h l) < length (filter f l).
Proof.
  intros sub here yes no. assert (le : forall l, length (filter h l) <= length (filter f l)).
  { clear here l. induction l as [|y l IH]; cbn; [lia|]. destruct (h y) eqn:hy; [rewrite (sub y hy); cbn; lia|].
    destruct (f y); cbn; lia. }
  induction l as [|y l IH]; [destruct here|]. cbn. destruct here as [->|here].
  - rewrite yes, no. cbn. specialize (le l). lia.
  - specialize (IH here). destruct (h y) eqn:hy; [rewrite (sub y hy); cbn; lia|]. destruct (f y); cbn; lia.
Qed.

Lemma fewer_moves p s c : legal g s c -> length (moves (play p c s)) < length (moves s).
Proof.
  intros [on none]. apply (fewer _ _ _ c).
  - intros d yes. unfold is_empty in *. destruct (same_cell d c) eqn:same.
    + unfold play in yes. rewrite same in yes. discriminate yes.
    + unfold play in yes. rewrite same in yes. exact yes.
  - apply in_board. exact on.
  - unfold is_empty. rewrite none. reflexivity.
  - unfold is_empty. rewrite play_same. reflexivity.
Qed.

Lemma force_complete p s : can_force g a p s -> forall fuel, length (moves s) < fuel -> force fuel (lines g) p s =
  true.
Proof.
  assert (itself : player_eqb a a = true) by (apply player_eqb_iff; reflexivity).
  assert (differs : player_eqb (other a) a = false) by (destruct a; reflexivity).
  induction 1 as [s c here won|s c here _ IH|s [m here] no_win _ IH]; intros [|fuel] enough; try lia; cbn [force].
  - rewrite itself. apply any_iff. exists c. split; [apply moves_iff; exact here|]. cbn zeta.
    apply ends_iff in won. rewrite won. reflexivity.
  - rewrite itself. apply any_iff. exists c. split; [apply moves_iff; exact here|]. cbn zeta.
    destruct (ends _ _ _); [reflexivity|]. apply IH. pose proof (fewer_moves a s c here). lia.
  - rewrite differs. apply moves_iff in here. destruct (moves s) as [|m' ms] eqn:list; [destruct here|].
    apply all_iff. intros c in_c. rewrite <- list in in_c. apply moves_iff in in_c. cbn zeta.
    destruct (ends _ _ _) eqn:won; [apply ends_iff in won; destruct (no_win c in_c won)|].
    apply (IH c in_c). pose proof (fewer_moves (other a) s c in_c). rewrite list in H. lia.
Qed.

Definition can_force_b (p : player) (s : position) : bool := force (S (length (moves s))) (lines g) p s.

Theorem can_force_iff p s : can_force_b p s = true <-> can_force g a p s.
Proof.
  split; [apply force_sound|]. intro yes. apply force_complete; [exact yes|]. lia.
Qed.
End Decide.

(** ** The lines of tic-tac-toe, and the number of lines on a larger board *)
Theorem eight_lines : forall l, In l (lines (Game 3 3 3 false)) <-> In l
  [ [(0, 0); (1, 0); (2, 0)]; [(0, 1); (1, 1); (2, 1)]; [(0, 2); (1, 2); (2, 2)];
    [(0, 0); (0, 1); (0, 2)]; [(1, 0); (1, 1); (1, 2)]; [(2, 0); (2, 1); (2, 2)];
    [(0, 0); (1, 1); (2, 2)]; [(2, 0); (1, 1); (0, 2)] ].
Proof. intro l. cbn. tauto. Qed.

Theorem ninety_six_lines : length (lines (Game 8 8 5 false)) = 96.
Proof. reflexivity. Qed.

(** ** Tic-tac-toe is a draw. *)
Theorem tic_tac_toe : drawn (Game 3 3 3 false) X empty_board.
Proof.
  split; intro yes; apply can_force_iff in yes; vm_compute in yes; discriminate yes.
Qed.

(** If only X's lines count, X wins on the same board. *)
Theorem weak_tic_tac_toe : can_force (Game 3 3 3 true) X X empty_board.
Proof. apply can_force_iff. vm_compute. reflexivity. Qed.

(** ** Small games agree with the tables of [noughts values]: (columns, rows, in a row), and who wins. *)
Definition value (size : nat * nat * nat) : option player :=
  let '(m, n, k) := size in
  let g := Game m n k false in
  if can_force_b g X X empty_board then Some X else if can_force_b g O X empty_board then Some O else None.

Lemma value_X m n k : value (m, n, k) = Some X -> can_force (Game m n k false) X X empty_board.
Proof.
  unfold value. destruct (can_force_b _ X X _) eqn:x; [intros _; apply can_force_iff; exact x|].
  destruct (can_force_b _ O X _); discriminate.
Qed.

Lemma value_draw m n k : value (m, n, k) = None -> drawn (Game m n k false) X empty_board.
Proof.
  unfold value. destruct (can_force_b _ X X _) eqn:x; [discriminate|].
  destruct (can_force_b _ O X _) eqn:o; [discriminate|]. intros _.
  split; intro yes; apply can_force_iff in yes; congruence.
Qed.

Theorem small_games : map value [(1, 1, 1); (2, 2, 2); (3, 1, 2); (2, 1, 2); (3, 2, 2); (3, 2, 3); (4, 2, 3);
  (3, 3, 2); (3, 3, 4); (3, 3, 3)]
  = [Some X; Some X; Some X; None; Some X; None; None; Some X; None; None].
Proof. vm_compute. reflexivity. Qed.
