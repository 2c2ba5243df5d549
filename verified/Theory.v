(** * The theory of proofs: states, and the one theorem from which every rule follows

    A *state* holds the facts about a position that decide who completes a line: the lines that the attacker can still
    complete, the lines that the defender can still complete, and the empty cells. *)

Require Import Bool List.
Import ListNotations.
From Noughts Require Import Cells.

Notation "c ∈ s" := (mem c s = true) (at level 70).

(** Turn statements about members of sets into statements about their parts. *)
Ltac simpl_mem :=
  repeat (rewrite ?mem_union, ?mem_inter, ?mem_diff, ?mem_nothing, ?orb_true_iff, ?andb_true_iff, ?negb_true_iff,
    ?orb_false_iff, ?andb_false_iff, ?negb_false_iff in *).

Record state := State { attack : list set; defend : list set; free : set }.

(** The cells that a line lacks. *)
Definition lack (s : state) (l : set) : set := inter l (free s).

Definition without (c : num) (lines : list set) : list set := filter (fun l => negb (mem c l)) lines.
Definition att (c : num) (s : state) : state := State (attack s) (without c (defend s)) (remove c (free s)).
Definition def (c : num) (s : state) : state := State (without c (attack s)) (defend s) (remove c (free s)).

(** Some line of the attacker, or of the defender, lacks nothing. *)
Definition att_done (s : state) : bool := existsb (fun l => is_nothing (lack s l)) (attack s).
Definition def_done (s : state) : bool := existsb (fun l => is_nothing (lack s l)) (defend s).

(** The attacker, who is to move, completes a line first.
The defender can also pass; this makes no difference, because
    an additional stone does no harm (see [Real.v]), and it makes the proofs simpler. *)
Inductive WA (s : state) : Prop :=
| at_once c : def_done s = false -> c ∈ free s -> att_done (att c s) = true -> WA s
| later c : def_done s = false -> c ∈ free s -> WA (att c s) ->
    (forall r, r ∈ free (att c s) -> WA (def r (att c s))) -> WA s.

(** The attacker completes a line first if the defender is to move. *)
Definition WD (s : state) : Prop := WA s /\ forall r, r ∈ free s -> WA (def r s).

Definition won (s : state) : Prop := att_done s = true \/ WA s.

(** ** Facts about membership *)

Lemma mem_remove c d a : c ∈ remove d a <-> c ∈ a /\ c <> d.
Proof.
  unfold remove. rewrite mem_diff, mem_single, andb_true_iff, negb_true_iff, andb_false_iff. split.
  - intros [here no]. split; [exact here|]. intros ->. destruct no as [no|no].
    + rewrite (proj2 (num_eqb_spec d d) eq_refl) in no. discriminate no.
    + rewrite (mem_valid _ _ here) in no. discriminate no.
  - intros [here differs]. split; [exact here|]. left.
    apply not_true_iff_false. rewrite num_eqb_spec. exact differs.
Qed.

Lemma mem_lack c s l : c ∈ lack s l <-> c ∈ l /\ c ∈ free s.
Proof. unfold lack. rewrite mem_inter. apply andb_true_iff. Qed.

Lemma in_without l c lines : In l (without c lines) <-> In l lines /\ ~ c ∈ l.
Proof. unfold without. rewrite filter_In, negb_true_iff, not_true_iff_false. reflexivity. Qed.

Lemma is_nothing_iff a : is_nothing a = true <-> forall c, ~ c ∈ a.
Proof.
  rewrite is_nothing_spec. split; intros none c.
  - rewrite none. discriminate.
  - apply not_true_iff_false, none.
Qed.

Lemma att_done_spec s : att_done s = true <-> exists l, In l (attack s) /\ forall c, ~ c ∈ lack s l.
Proof.
  unfold att_done. rewrite existsb_exists.
  split; intros (l & here & none); exists l; rewrite is_nothing_iff in *; auto.
Qed.

Lemma def_done_spec s : def_done s = true <-> exists l, In l (defend s) /\ forall c, ~ c ∈ lack s l.
Proof.
  unfold def_done. rewrite existsb_exists.
  split; intros (l & here & none); exists l; rewrite is_nothing_iff in *; auto.
Qed.

Lemma mem_dec c s : c ∈ s \/ ~ c ∈ s.
Proof. destruct (mem c s); [left|right]; congruence. Qed.

(** ** Transfer

    [le R pair X Y] says that the attacker is at least as well off in state [Y] as in state [X]. The cell [c] of [X]
    corresponds to the cell [c'] of [Y] if [R c c']; often [R] is equality. Cells without a partner that is empty in
    the other state do not matter: to move there is as good as to pass.

    In [X], the defender can reserve two empty cells: whenever the attacker plays in one, the defender takes the
      other.
    So lines of the attacker with both cells do not count. *)

Definition corresponds (R : num -> num -> Prop) : Prop :=
  (forall c d d', R c d -> R c d' -> d = d') /\
  (forall c c' d, R c d -> R c' d -> c = c') /\
  (forall c E, (exists d, R c d /\ d ∈ E) \/ ~ exists d, R c d /\ d ∈ E) /\
  (forall d E, (exists c, R c d /\ c ∈ E) \/ ~ exists c, R c d /\ c ∈ E).

Definition reserved (R : num -> num -> Prop) (pair : option (num * num)) (X Y : state) : Prop :=
  match pair with
  | None => True
  | Some (a, b) =>
      a <> b /\ a ∈ free X /\ b ∈ free X /\
      (forall d, R a d -> ~ d ∈ free Y) /\ (forall d, R b d -> ~ d ∈ free Y)
  end.

Definition has_pair (pair : option (num * num)) (l : set) : Prop :=
  match pair with None => False | Some (a, b) => a ∈ l /\ b ∈ l end.

Record le (R : num -> num -> Prop) (pair : option (num * num)) (X Y : state) : Prop := {
  le_reserved : reserved R pair X Y;
  le_attack : forall l, In l (attack X) -> has_pair pair l \/
    exists l', In l' (attack Y) /\ forall d, d ∈ lack Y l' -> exists c, R c d /\ c ∈ lack X l;
  le_defend : forall l', In l' (defend Y) ->
    exists l, In l (defend X) /\ forall c, c ∈ lack X l -> exists d, R c d /\ d ∈ lack Y l'
}.

Section Transfer.
Variable R : num -> num -> Prop.
Hypothesis R_ok : corresponds R.

Lemma le_def_done pair X Y : le R pair X Y -> def_done X = false -> def_done Y = false.
Proof.
  intros [_ _ D] no. apply not_true_iff_false. intro yes. apply not_true_iff_false in no. apply no.
  apply def_done_spec in yes. destruct yes as (l' & here & none). apply def_done_spec.
  destruct (D l' here) as (l & there & cells). exists l. split; [exact there|].
  intros c in_c. destruct (cells c in_c) as (d & _ & in_d). exact (none d in_d).
Qed.

Lemma le_att_done pair X Y : le R pair X Y -> att_done X = true -> att_done Y = true.
Proof.
  intros [res A _] yes. apply att_done_spec in yes. destruct yes as (l & here & none). apply att_done_spec.
  destruct (A l here) as [both|(l' & there & cells)].
  - destruct pair as [[a b]|]; [exfalso|destruct both]. destruct res as (_ & in_a & _), both as [a_l _].
    apply (none a). apply mem_lack. auto.
  - exists l'. split; [exact there|]. intros d in_d. destruct (cells d in_d) as (c & _ & in_c). exact (none c in_c).
Qed.

(** The attacker moves to corresponding cells. *)
Lemma le_att pair X Y c d : le R pair X Y -> R c d -> c ∈ free X -> d ∈ free Y -> le R pair (att c X) (att d Y).
Proof.
  destruct R_ok as (right & left & _). intros [res A D] same in_c in_d. split.
  - destruct pair as [[a b]|]; [|exact I]. destruct res as (differ & in_a & in_b & no_a & no_b).
    cbn [free att]. repeat split; [exact differ| | | |].
    + apply mem_remove. split; [exact in_a|]. intros ->. exact (no_a d same in_d).
    + apply mem_remove. split; [exact in_b|]. intros ->. exact (no_b d same in_d).
    + intros e same_e in_e. apply mem_remove in in_e. exact (no_a e same_e (proj1 in_e)).
    + intros e same_e in_e. apply mem_remove in in_e. exact (no_b e same_e (proj1 in_e)).
  - intros l here. destruct (A l here) as [both|(l' & there & cells)]; [left; exact both|right].
    exists l'. split; [exact there|]. intros e in_e.
    apply mem_lack in in_e. cbn [free att] in in_e. rewrite mem_remove in in_e.
    destruct in_e as (e_l & in_e & differs).
    destruct (cells e) as (x & same_x & in_x); [apply mem_lack; auto|].
    exists x. split; [exact same_x|]. apply mem_lack in in_x. apply mem_lack. cbn [free att]. rewrite mem_remove.
    destruct in_x as [x_l in_x]. repeat split; try assumption. intros ->. apply differs.
    exact (right _ _ _ same_x same).
  - intros l' here. cbn [defend att] in here. apply in_without in here. destruct here as [here no].
    destruct (D l' here) as (l & there & cells). exists l. split.
    + apply in_without. split; [exact there|]. intro c_l.
      destruct (cells c) as (e & same_e & in_e); [apply mem_lack; auto|].
      rewrite (right _ _ _ same_e same) in in_e. apply mem_lack in in_e. tauto.
    + intros x in_x. apply mem_lack in in_x. cbn [free att] in in_x. rewrite mem_remove in in_x.
      destruct in_x as (x_l & in_x & differs).
      destruct (cells x) as (e & same_e & in_e); [apply mem_lack; auto|].
      exists e. split; [exact same_e|]. apply mem_lack in in_e. apply mem_lack. cbn [free att]. rewrite mem_remove.
      destruct in_e as [e_l in_e]. repeat split; try assumption. intros ->. apply differs.
      exact (left _ _ _ same_e same).
Qed.

(** The attacker moves to a cell that is not empty in the other state. *)
Lemma le_att_outside pair X Y c : le R pair X Y -> c ∈ free X -> ~ (exists d, R c d /\ d ∈ free Y) ->
  match pair with None => True | Some (a, b) => c <> a /\ c <> b end -> le R pair (att c X) Y.
Proof.
  intros [res A D] in_c outside unpaired. split.
  - destruct pair as [[a b]|]; [|exact I]. destruct res as (differ & in_a & in_b & no_a & no_b), unpaired.
    repeat split; try assumption; cbn [free att]; apply mem_remove; auto.
  - intros l here. destruct (A l here) as [both|(l' & there & cells)]; [left; exact both|right].
    exists l'. split; [exact there|]. intros e in_e. destruct (cells e in_e) as (x & same_x & in_x).
    exists x. split; [exact same_x|]. apply mem_lack in in_x. apply mem_lack. cbn [free att]. rewrite mem_remove.
    destruct in_x as [x_l in_x]. repeat split; try assumption.
    intros ->. apply outside. exists e. apply mem_lack in in_e. tauto.
  - intros l' here. destruct (D l' here) as (l & there & cells). exists l. split.
    + apply in_without. split; [exact there|]. intro c_l.
      destruct (cells c) as (e & same_e & in_e); [apply mem_lack; auto|].
      apply outside. exists e. apply mem_lack in in_e. tauto.
    + intros x in_x. apply mem_lack in in_x. cbn [free att] in in_x. rewrite mem_remove in in_x.
      apply cells, mem_lack. tauto.
Qed.

(** The attacker moves to a reserved cell, and the defender takes the other. *)
Lemma le_pair a b X Y c c' : le R (Some (a, b)) X Y -> (c = a /\ c' = b) \/ (c = b /\ c' = a) ->
  le R None (def c' (att c X)) Y.
Proof.
  intros [(differ & in_a & in_b & no_a & no_b) A D] which.
  assert (no_c : forall d, R c d -> ~ d ∈ free Y) by (destruct which as [[-> _]|[-> _]]; assumption).
  assert (no_c' : forall d, R c' d -> ~ d ∈ free Y) by (destruct which as [[_ ->]|[_ ->]]; assumption).
  assert (in_c : c ∈ free X) by (destruct which as [[-> _]|[-> _]]; assumption).
  assert (in_c' : c' ∈ free X) by (destruct which as [[_ ->]|[_ ->]]; assumption).
  split; [exact I| |].
  - intros l here. cbn [attack def att] in here. apply in_without in here. destruct here as [here no]. right.
    destruct (A l here) as [[a_l b_l]|(l' & there & cells)].
    { exfalso. destruct which as [[_ ->]|[_ ->]]; tauto. }
    exists l'. split; [exact there|]. intros e in_e. destruct (cells e in_e) as (x & same_x & in_x).
    exists x. split; [exact same_x|]. apply mem_lack in in_x. apply mem_lack. cbn [free att def]. rewrite !mem_remove.
    apply mem_lack in in_e.
    destruct in_x as [x_l in_x]. repeat split; try assumption; intros ->.
    + exact (no_c e same_x (proj2 in_e)).
    + exact (no_c' e same_x (proj2 in_e)).
  - intros l' here. destruct (D l' here) as (l & there & cells). exists l. split.
    + cbn [defend def att]. apply in_without. split; [exact there|]. intro c_l.
      destruct (cells c) as (e & same_e & in_e); [apply mem_lack; auto|].
      apply mem_lack in in_e. exact (no_c e same_e (proj2 in_e)).
    + intros x in_x. apply mem_lack in in_x. cbn [free att def] in in_x. rewrite !mem_remove in in_x.
      apply cells, mem_lack. tauto.
Qed.

(** The defender moves to corresponding cells. *)
Lemma le_def pair X Y c d : le R pair X Y -> R c d -> c ∈ free X -> d ∈ free Y -> le R pair (def c X) (def d Y).
Proof.
  destruct R_ok as (right & left & _). intros [res A D] same in_c in_d. split.
  - destruct pair as [[a b]|]; [|exact I]. destruct res as (differ & in_a & in_b & no_a & no_b).
    cbn [free def]. repeat split; [exact differ| | | |].
    + apply mem_remove. split; [exact in_a|]. intros ->. exact (no_a d same in_d).
    + apply mem_remove. split; [exact in_b|]. intros ->. exact (no_b d same in_d).
    + intros e same_e in_e. apply mem_remove in in_e. exact (no_a e same_e (proj1 in_e)).
    + intros e same_e in_e. apply mem_remove in in_e. exact (no_b e same_e (proj1 in_e)).
  - intros l here. cbn [attack def] in here. apply in_without in here. destruct here as [here no].
    destruct (A l here) as [both|(l' & there & cells)]; [left; exact both|right].
    exists l'. split.
    + apply in_without. split; [exact there|]. intro d_l.
      destruct (cells d) as (x & same_x & in_x); [apply mem_lack; auto|].
      rewrite (left _ _ _ same_x same) in in_x. apply mem_lack in in_x. tauto.
    + intros e in_e. apply mem_lack in in_e. cbn [free def] in in_e. rewrite mem_remove in in_e.
      destruct in_e as (e_l & in_e & differs).
      destruct (cells e) as (x & same_x & in_x); [apply mem_lack; auto|].
      exists x. split; [exact same_x|]. apply mem_lack in in_x. apply mem_lack. cbn [free def]. rewrite mem_remove.
      destruct in_x as [x_l in_x]. repeat split; try assumption. intros ->. apply differs.
      exact (right _ _ _ same_x same).
  - intros l' here. cbn [defend def] in here. destruct (D l' here) as (l & there & cells). exists l.
    split; [exact there|].
    intros x in_x. apply mem_lack in in_x. cbn [free def] in in_x. rewrite mem_remove in in_x.
    destruct in_x as (x_l & in_x & differs).
    destruct (cells x) as (e & same_e & in_e); [apply mem_lack; auto|].
    exists e. split; [exact same_e|]. apply mem_lack in in_e. apply mem_lack. cbn [free def]. rewrite mem_remove.
    destruct in_e as [e_l in_e]. repeat split; try assumption. intros ->. apply differs.
    exact (left _ _ _ same_e same).
Qed.

(** The defender moves to a cell that is not empty in the other state. *)
Lemma le_def_outside pair X Y d : le R pair X Y -> d ∈ free Y -> ~ (exists c, R c d /\ c ∈ free X) ->
  le R pair X (def d Y).
Proof.
  intros [res A D] in_d outside. split.
  - destruct pair as [[a b]|]; [|exact I]. destruct res as (differ & in_a & in_b & no_a & no_b).
    repeat split; try assumption; intros e same_e in_e; apply mem_remove in in_e.
    + exact (no_a e same_e (proj1 in_e)).
    + exact (no_b e same_e (proj1 in_e)).
  - intros l here. destruct (A l here) as [both|(l' & there & cells)]; [left; exact both|right].
    exists l'. split.
    + apply in_without. split; [exact there|]. intro d_l.
      destruct (cells d) as (x & same_x & in_x); [apply mem_lack; auto|].
      apply outside. exists x. apply mem_lack in in_x. tauto.
    + intros e in_e. apply mem_lack in in_e. cbn [free def] in in_e. rewrite mem_remove in in_e.
      apply cells, mem_lack. tauto.
  - intros l' here. cbn [defend def] in here. destruct (D l' here) as (l & there & cells). exists l.
    split; [exact there|]. intros x in_x. destruct (cells x in_x) as (e & same_e & in_e).
    exists e. split; [exact same_e|]. apply mem_lack in in_e. apply mem_lack. cbn [free def]. rewrite mem_remove.
    destruct in_e as [e_l in_e]. repeat split; try assumption.
    intros ->. apply outside. exists x. apply mem_lack in in_x. tauto.
Qed.

(** A move that completes a line in [X] completes one in [Y], or a line of [Y] is complete already. *)
Lemma le_at_once pair X Y c : le R pair X Y -> c ∈ free X -> ~ (exists d, R c d /\ d ∈ free Y) ->
  att_done (att c X) = true -> att_done Y = true.
Proof.
  intros [res A _] in_c outside yes. apply att_done_spec in yes. destruct yes as (l & here & none).
  apply att_done_spec. destruct (A l here) as [both|(l' & there & cells)].
  - destruct pair as [[a b]|]; [exfalso|destruct both]. destruct res as (differ & in_a & in_b & _), both as [a_l b_l].
    assert (a <> c \/ b <> c) as [not_c|not_c].
    { destruct (num_dec a c) as [->|]; [right|left]; congruence. }
    + apply (none a), mem_lack. cbn [free att]. rewrite mem_remove. auto.
    + apply (none b), mem_lack. cbn [free att]. rewrite mem_remove. auto.
  - exists l'. split; [exact there|]. intros d in_d. destruct (cells d in_d) as (x & same_x & in_x).
    destruct (num_dec x c) as [->|differs].
    + apply outside. exists d. apply mem_lack in in_d. tauto.
    + apply (none x), mem_lack. cbn [free att]. rewrite mem_remove. apply mem_lack in in_x. tauto.
Qed.
End Transfer.

(** An attacker who moves and then has won whatever follows, or has won already, wins. *)
Lemma win_later s c : def_done s = false -> c ∈ free s -> won (att c s) ->
  (forall r, r ∈ free (att c s) -> won (def r (att c s))) -> WA s.
Proof.
  intros no in_c [yes|pass] replies; [exact (at_once s c no in_c yes)|].
  destruct (att_done (att c s)) eqn:yes; [exact (at_once s c no in_c yes)|].
  apply (later s c no in_c pass). intros r in_r. destruct (replies r in_r) as [yes'|win]; [|exact win].
  exfalso. apply att_done_spec in yes'. destruct yes' as (l & here & none).
  apply not_true_iff_false in yes. apply yes, att_done_spec. apply in_without in here. destruct here as [here no_r].
  exists l. split; [exact here|]. intros e in_e. apply (none e), mem_lack. apply mem_lack in in_e.
  cbn [free def]. rewrite mem_remove. repeat split; try apply in_e. intros ->. tauto.
Qed.

(** ** Theorem: a win transfers to every state in which the attacker is at least as well off. *)
Theorem transfer X : WA X -> forall R pair Y, corresponds R -> le R pair X Y -> def_done Y = false /\ won Y.
Proof.
  induction 1 as [X c no in_c yes|X c no in_c pass IHpass replies IHreplies]; intros R pair Y R_ok L;
    (split; [exact (le_def_done R _ _ _ L no)|]); pose proof (le_def_done R _ _ _ L no) as no'.
  - pose proof R_ok as (_ & _ & dec & _). destruct (dec c (free Y)) as [(d & same & in_d)|outside].
    + right. apply (at_once Y d no' in_d).
      exact (le_att_done R _ _ _ (le_att R R_ok _ _ _ _ _ L same in_c in_d) yes).
    + left. exact (le_at_once R _ _ _ _ L in_c outside yes).
  - pose proof R_ok as (_ & _ & dec & dec'). destruct (dec c (free Y)) as [(d & same & in_d)|outside].
    + pose proof (le_att R R_ok _ _ _ _ _ L same in_c in_d) as after.
      right. apply (win_later Y d no' in_d).
      * exact (proj2 (IHpass R pair _ R_ok after)).
      * intros r in_r. destruct (dec' r (free (att c X))) as [(x & same_x & in_x)|outside].
        -- exact (proj2 (IHreplies x in_x R pair _ R_ok (le_def R R_ok _ _ _ _ _ after same_x in_x in_r))).
        -- exact (proj2 (IHpass R pair _ R_ok (le_def_outside R _ _ _ _ after in_r outside))).
    + destruct pair as [[a b]|].
      * pose proof (le_reserved _ _ _ _ L) as (differ & in_a & in_b & _).
        destruct (num_dec c a) as [is_a|not_a]; [|destruct (num_dec c b) as [is_b|not_b]].
        -- subst c. refine (proj2 (IHreplies b _ R None Y R_ok (le_pair R a b X Y a b L _))); [|auto].
           cbn [free att]. apply mem_remove. auto.
        -- subst c. refine (proj2 (IHreplies a _ R None Y R_ok (le_pair R a b X Y b a L _))); [|auto].
           cbn [free att]. apply mem_remove. auto.
        -- exact (proj2 (IHpass R _ Y R_ok (le_att_outside R _ _ _ _ L in_c outside (conj not_a not_b)))).
      * exact (proj2 (IHpass R _ Y R_ok (le_att_outside R _ _ _ _ L in_c outside I))).
Qed.

(** ** The same cells

    Most uses of [transfer] keep the names of the cells. *)

Lemma corresponds_eq : corresponds eq.
Proof.
  repeat split; try congruence; intros c E.
  - destruct (mem_dec c E) as [yes|no]; [left; exists c; auto|right; intros (d & <- & yes); exact (no yes)].
  - destruct (mem_dec c E) as [yes|no]; [left; exists c; auto|right; intros (d & -> & yes); exact (no yes)].
Qed.

(** The attacker is at least as well off in [Y]. *)
Record weaker (X Y : state) : Prop := {
  weaker_attack : forall l, In l (attack X) ->
    exists l', In l' (attack Y) /\ forall c, c ∈ lack Y l' -> c ∈ lack X l;
  weaker_defend : forall l', In l' (defend Y) ->
    exists l, In l (defend X) /\ forall c, c ∈ lack X l -> c ∈ lack Y l'
}.
Notation "X ≼ Y" := (weaker X Y) (at level 70).

Lemma weaker_le X Y : X ≼ Y -> le eq None X Y.
Proof.
  intros [A D]. split; [exact I| |].
  - intros l here. right. destruct (A l here) as (l' & there & cells). exists l'. split; [exact there|].
    intros d in_d. exists d. auto.
  - intros l' here. destruct (D l' here) as (l & there & cells). exists l. split; [exact there|].
    intros d in_d. exists d. auto.
Qed.

Lemma won_le R pair X Y : corresponds R -> le R pair X Y -> won X -> won Y.
Proof.
  intros R_ok L [yes|win]; [left; exact (le_att_done R _ _ _ L yes)|exact (proj2 (transfer X win R pair Y R_ok L))].
Qed.

Lemma won_weaker X Y : X ≼ Y -> won X -> won Y.
Proof. intro L. exact (won_le eq None X Y corresponds_eq (weaker_le X Y L)). Qed.

Lemma att_done_weaker X Y : X ≼ Y -> att_done X = true -> att_done Y = true.
Proof. intro L. exact (le_att_done eq None X Y (weaker_le X Y L)). Qed.

Lemma def_done_weaker X Y : X ≼ Y -> def_done X = false -> def_done Y = false.
Proof. intro L. exact (le_def_done eq None X Y (weaker_le X Y L)). Qed.

(** A line that is complete stays complete when the opponent moves. *)
Lemma att_done_def r s : r ∈ free s -> att_done (def r s) = true <-> att_done s = true.
Proof.
  intro in_r. rewrite !att_done_spec. split; intros (l & here & none).
  - cbn [attack def] in here. apply in_without in here. destruct here as [here no].
    exists l. split; [exact here|]. intros c in_c. apply (none c), mem_lack. apply mem_lack in in_c.
    cbn [free def]. rewrite mem_remove. repeat split; try apply in_c. intros ->. tauto.
  - exists l. split.
    + apply in_without. split; [exact here|]. intro r_l. apply (none r), mem_lack. auto.
    + intros c in_c. apply (none c), mem_lack. apply mem_lack in in_c.
      cbn [free def] in in_c. rewrite mem_remove in in_c. tauto.
Qed.

Lemma def_done_att c s : c ∈ free s -> def_done (att c s) = false -> def_done s = false.
Proof.
  intros in_c no. apply not_true_iff_false. intro yes. apply not_true_iff_false in no. apply no.
  apply def_done_spec in yes. destruct yes as (l & here & none). apply def_done_spec. exists l. split.
  - apply in_without. split; [exact here|]. intro c_l. apply (none c), mem_lack. auto.
  - intros e in_e. apply (none e), mem_lack. apply mem_lack in in_e.
    cbn [free att] in in_e. rewrite mem_remove in in_e. tauto.
Qed.

(** The attacker has won or wins, with the defender to move. *)
Definition won_D (s : state) : Prop := att_done s = true \/ WD s.

Lemma won_D_weaker X Y : X ≼ Y -> won_D X -> won_D Y.
Proof.
  intros L [yes|[pass replies]]; [left; exact (att_done_weaker _ _ L yes)|].
  destruct (att_done Y) eqn:yes; [left; exact yes|right]. pose proof (weaker_le _ _ L) as L'.
  assert (not_done : forall r, r ∈ free Y -> won (def r Y) -> WA (def r Y)).
  { intros r in_r [yes'|win]; [exfalso|exact win]. rewrite att_done_def, yes in yes' by exact in_r.
    discriminate yes'. }
  split.
  - destruct (proj2 (transfer X pass eq None Y corresponds_eq L')) as [yes'|win]; [congruence|exact win].
  - intros r in_r. apply (not_done r in_r). destruct (mem_dec r (free X)) as [here|outside].
    + exact (proj2 (transfer _ (replies r here) eq None _ corresponds_eq
        (le_def eq corresponds_eq _ _ _ _ _ L' eq_refl here in_r))).
    + refine (proj2 (transfer _ pass eq None _ corresponds_eq (le_def_outside eq _ _ _ _ L' in_r _))).
      intros (c & -> & here). exact (outside here).
Qed.

(** An attacker without lines does not win. *)
Lemma no_lines s : attack s = [] -> ~ won s.
Proof.
  intros none [yes|win].
  - apply att_done_spec in yes. destruct yes as (l & here & _). rewrite none in here. exact here.
  - revert none. induction win as [s c _ _ yes|s c _ _ _ IH _ _]; intro none; [|exact (IH none)].
    apply att_done_spec in yes. destruct yes as (l & here & _). cbn [attack att] in here. rewrite none in here.
    exact here.
Qed.

(** ** Zones

    If the attacker wins, [down s Z] is the state in which the defender owns all cells outside [Z].
    If the attacker does
    not win, [up s Z] is the state in which the attacker owns them. *)
Definition inside (s : state) (Z : set) (l : set) : bool := subset (lack s l) Z.
Definition down (s : state) (Z : set) : state := State (filter (inside s Z) (attack s)) (defend s) Z.
Definition up (s : state) (Z : set) : state := State (attack s) (filter (inside s Z) (defend s)) Z.

Definition included (a b : set) : Prop := forall c, c ∈ a -> c ∈ b.
Infix "⊆" := included (at level 70).

Lemma in_down l s Z : In l (attack (down s Z)) <-> In l (attack s) /\ lack s l ⊆ Z.
Proof. cbn [attack down]. rewrite filter_In. unfold inside. rewrite subset_spec. reflexivity. Qed.

Lemma in_up l s Z : In l (defend (up s Z)) <-> In l (defend s) /\ lack s l ⊆ Z.
Proof. cbn [defend up]. rewrite filter_In. unfold inside. rewrite subset_spec. reflexivity. Qed.

(** What a node of a proof shows about its state and its zone, with the attacker to move or with the defender to move.
    [Wins]: the attacker wins. [Holds]: the attacker does not win, the defender holds. *)
Definition Won (s : state) : Prop := def_done s = false /\ won s.
Definition Wins (s : state) (Z : set) : Prop := Z ⊆ free s /\ Won (down s Z).
Definition Wins_D (s : state) (Z : set) : Prop :=
  Z ⊆ free s /\ Won (down s Z) /\ forall r, r ∈ Z -> Won (def r (down s Z)).
Definition Holds (s : state) (Z : set) : Prop := Z ⊆ free s /\ ~ won (up s Z).
Definition Holds_D (s : state) (Z : set) : Prop := Z ⊆ free s /\ ~ won_D (up s Z).

Lemma Won_weaker X Y : X ≼ Y -> Won X -> Won Y.
Proof. intros L [no win]. split; [exact (def_done_weaker _ _ L no)|exact (won_weaker _ _ L win)]. Qed.

Ltac lacks := repeat match goal with
  | h : _ ∈ lack _ _ |- _ => apply mem_lack in h; cbn [free att def down up] in h
  | h : _ ∈ remove _ _ |- _ => apply mem_remove in h
  | h : _ /\ _ |- _ => destruct h
  | h : _ ∈ free _ |- _ => progress cbn [free att def down up] in h
  | |- _ ∈ free _ => progress cbn [free att def down up]
  | |- _ ∈ lack _ _ => apply mem_lack; cbn [free att def down up]
  | |- _ ∈ remove _ _ => apply mem_remove
  | |- _ /\ _ => split
  end.

(** A smaller zone says more: a move outside the zone is worth no more than a pass. *)
Lemma down_up s : s ≼ up s (free s) /\ down s (free s) ≼ s.
Proof.
  split; split.
  - intros l here. exists l. split; [exact here|]. intros c h. exact h.
  - intros l here. apply in_up in here. exists l. split; [apply here|]. intros c h. exact h.
  - intros l here. apply in_down in here. exists l. split; [apply here|]. intros c h. exact h.
  - intros l here. exists l. split; [exact here|]. intros c h. exact h.
Qed.

Lemma down_weaker s Z Z' : Z ⊆ Z' -> Z' ⊆ free s -> down s Z ≼ down s Z'.
Proof.
  intros small large. split.
  - intros l here. apply in_down in here. destruct here as [here cells]. exists l. split.
    + apply in_down. split; [exact here|]. intros c in_c. apply small, cells, in_c.
    + intros c in_c. lacks; [assumption|]. apply cells. lacks; auto.
  - intros l here. exists l. split; [exact here|]. intros c in_c. lacks; auto.
Qed.

Lemma up_weaker s Z Z' : Z ⊆ Z' -> Z' ⊆ free s -> up s Z' ≼ up s Z.
Proof.
  intros small large. split.
  - intros l here. exists l. split; [exact here|]. intros c in_c. lacks; auto.
  - intros l here. apply in_up in here. destruct here as [here cells]. exists l. split.
    + apply in_up. split; [exact here|]. intros c in_c. apply small, cells, in_c.
    + intros c in_c. lacks; [assumption|]. apply cells. lacks; auto.
Qed.

(** ** Rules: the attacker does not win *)

Lemma hold_pass v Z : Holds v Z -> Holds_D v Z.
Proof. intros [sub no]. split; [exact sub|]. intros [yes|[pass _]]; apply no; [left|right]; assumption. Qed.

Lemma hold_reply v r Z Z1 : r ∈ free v -> Holds (def r v) Z1 -> Z ⊆ free v -> r ∈ Z -> Z1 ⊆ Z ->
  (forall c, c ∈ Z -> c = r \/ c ∈ Z1) -> Holds_D v Z.
Proof.
  intros in_r [sub no] sub' r_Z Z1_Z Z_Z1. split; [exact sub'|].
  assert (def r (up v Z) ≼ up (def r v) Z1) as L.
  { split.
    - intros l here. exists l. split; [exact here|]. intros c in_c. lacks; auto.
      intros ->. match goal with h : r ∈ Z1 |- _ => apply sub in h; cbn [free def] in h end. lacks. congruence.
    - intros l here. apply in_up in here. cbn [defend def] in here. destruct here as [here cells]. exists l. split.
      + cbn [defend def]. apply in_up. split; [exact here|]. intros c in_c.
        destruct (num_dec c r) as [->|differs]; [exact r_Z|]. apply Z1_Z, cells. lacks; auto.
      + intros c in_c. lacks; [assumption|]. destruct (Z_Z1 c) as [same|there]; [assumption|congruence|exact there]. }
  intros [yes|[_ replies]]; apply no, (won_weaker _ _ L).
  - left. apply att_done_def; [exact r_Z|exact yes].
  - right. apply replies. exact r_Z.
Qed.

(** The defender completes a line. The attacker lacks a cell of the zone on every line. *)
Lemma hold_completes v r l Z : r ∈ Z -> Z ⊆ free v -> In l (defend v) -> (forall c, c ∈ lack v l -> c = r) ->
  (forall l, In l (attack (def r v)) -> exists c, c ∈ l /\ c ∈ Z) -> Holds_D v Z.
Proof.
  intros r_Z sub here only guard. split; [exact sub|]. intros [yes|[_ replies]].
  - apply att_done_spec in yes. destruct yes as (l' & here' & none). cbn [attack up] in here'.
    destruct (mem_dec r l') as [yes|no].
    + apply (none r). lacks; assumption.
    + destruct (guard l') as (c & c_l & c_Z); [apply in_without; auto|]. apply (none c). lacks; assumption.
  - specialize (replies r r_Z). assert (def_done (def r (up v Z)) = true) as yes.
    { apply def_done_spec. exists l. split.
      - cbn [defend def]. apply in_up. split; [exact here|]. intros c in_c. rewrite (only c in_c). exact r_Z.
      - intros c in_c. lacks. assert (c = r) by (apply only; lacks; auto). congruence. }
    destruct replies as [? no2 _ _|? no2 _ _ _]; congruence.
Qed.

(** The attacker's move [x] is refuted in the zone [z]. *)
Lemma up_att s x Z z : x ∈ free s -> z ⊆ free (att x s) -> z ⊆ Z -> Z ⊆ free s ->
  att x (up s Z) ≼ up (att x s) z.
Proof.
  intros in_x small large sub. split.
  - intros l here. exists l. split; [exact here|]. intros c in_c. lacks; auto.
    match goal with h : _ ∈ z |- _ => apply small in h; cbn [free att] in h end. lacks. assumption.
  - intros l here. apply in_up in here. cbn [defend att] in here. rewrite in_without in here.
    destruct here as [[here no] cells]. exists l. split.
    + cbn [defend att]. apply in_without. split; [|exact no]. apply in_up. split; [exact here|].
      intros c in_c. apply large, cells. lacks; auto. intros ->. tauto.
    + intros c in_c. lacks; auto. apply cells. lacks; auto.
Qed.

Definition threat (lines : list set) (s : state) (t : num) : Prop :=
  exists l, In l lines /\ forall c, c ∈ lack s l -> c = t.

(** A node in which the attacker is to move: each move in the zone is refuted, or leaves a threat of the defender. *)
Lemma hold_node s Z : Z ⊆ free s -> att_done (up s Z) = false ->
  (forall x, x ∈ Z ->
    att_done (att x (up s Z)) = false /\ (exists t, t ∈ Z /\ t <> x /\ threat (defend s) s t) \/
    exists z, z ⊆ Z /\ Holds_D (att x s) z) ->
  Holds s Z.
Proof.
  intros sub not_done moves. split; [exact sub|]. intros [yes|win]; [congruence|].
  destruct win as [x no x_Z yes|x no x_Z pass replies]; cbn [free up] in x_Z;
    destruct (moves x x_Z) as [[no' (t & t_Z & differs & l & here & only)]|(z & small & small' & refuted)].
  - congruence.
  - apply refuted. left. exact (att_done_weaker _ _ (up_att s x Z z (sub x x_Z) small' small sub) yes).
  - assert (t ∈ free (att x (up s Z))) as t_free by (lacks; [assumption|congruence]).
    specialize (replies t t_free). assert (def_done (def t (att x (up s Z))) = true) as yes.
    { apply def_done_spec. exists l. split.
      - cbn [defend def att]. apply in_without. split.
        + apply in_up. split; [exact here|]. intros c in_c. rewrite (only c in_c). exact t_Z.
        + intro x_l. apply differs. symmetry. apply only. lacks; auto.
      - intros c in_c. lacks. assert (c = t) by (apply only; lacks; auto). congruence. }
    destruct replies as [? no2 _ _|? no2 _ _ _]; congruence.
  - apply refuted. apply (won_D_weaker _ _ (up_att s x Z z (sub x x_Z) small' small sub)).
    right. split; [exact pass|exact replies].
Qed.

(** The answer to the move [m] refutes any move [r] outside its zone, too. *)
Lemma hold_unlisted s m r z : m ∈ free s -> r ∈ free s -> Holds_D (att m s) z -> ~ r ∈ z -> Holds_D (att r s) z.
Proof.
  intros in_m in_r [sub no] outside. split.
  - intros c in_c. pose proof (sub c in_c) as h. cbn [free att] in *. lacks; auto. intros ->. exact (outside in_c).
  - intro win. apply no. revert win. apply won_D_weaker. split.
    + intros l here. exists l. split; [exact here|]. intros c h. exact h.
    + intros l here. apply in_up in here. cbn [defend att] in here. rewrite in_without in here.
      destruct here as [[here not_m] cells].
      assert (~ r ∈ l) as not_r.
      { intro r_l. apply outside, cells. lacks; auto. intros ->. exact (not_m r_l). }
      exists l. split; [|intros c h; exact h]. apply in_up. cbn [defend att]. rewrite in_without.
      repeat split; auto. intros c in_c. apply cells. lacks; auto. intros ->. apply not_m. assumption.
Qed.

(** ** Rules: the attacker wins *)

Lemma win_completes s m l Z : m ∈ Z -> Z ⊆ free s -> In l (attack s) -> (forall c, c ∈ lack s l -> c = m) ->
  (forall l, In l (defend (att m s)) -> exists c, c ∈ l /\ c ∈ Z) -> Wins s Z.
Proof.
  intros m_Z sub here only guard. split; [exact sub|].
  assert (def_done (down s Z) = false) as no.
  { apply not_true_iff_false. intro yes. apply def_done_spec in yes. destruct yes as (l' & here' & none).
    cbn [defend down] in here'. destruct (mem_dec m l') as [yes|not_m].
    - apply (none m). lacks; assumption.
    - destruct (guard l') as (c & c_l & c_Z); [apply in_without; auto|]. apply (none c). lacks; assumption. }
  split; [exact no|]. right. apply (at_once _ m no m_Z). apply att_done_spec. exists l. split.
  - cbn [attack att]. apply in_down. split; [exact here|]. intros c in_c. rewrite (only c in_c). exact m_Z.
  - intros c in_c. lacks. assert (c = m) by (apply only; lacks; auto). congruence.
Qed.

(** The win after a reply, in the zone [z], is a win if the defender owns the cells outside [Z]. *)
Lemma down_reply t r Z z : r ∈ free t -> z ⊆ free (def r t) -> z ⊆ Z -> Z ⊆ free t ->
  down (def r t) z ≼ def r (down t Z).
Proof.
  intros in_r small large sub. split.
  - intros l here. apply in_down in here. cbn [attack def] in here. rewrite in_without in here.
    destruct here as [[here no] cells]. exists l. split.
    + cbn [attack def]. apply in_without. split; [|exact no]. apply in_down. split; [exact here|].
      intros c in_c. apply large, cells. lacks; auto. intros ->. tauto.
    + intros c in_c. lacks; auto. apply cells. lacks; auto.
  - intros l here. exists l. split; [exact here|]. intros c in_c. lacks; auto.
    match goal with h : _ ∈ z |- _ => apply small in h; cbn [free def] in h end. lacks. assumption.
Qed.

(** The answer to the reply [m] wins against any reply [r] outside its zone, too. *)
Lemma win_unlisted t m r z : m ∈ free t -> r ∈ free t -> Wins (def m t) z -> ~ r ∈ z -> Wins (def r t) z.
Proof.
  intros in_m in_r [sub win] outside. split.
  - intros c in_c. pose proof (sub c in_c) as h. cbn [free def] in *. lacks; auto. intros ->. exact (outside in_c).
  - revert win. apply Won_weaker. split.
    + intros l here. apply in_down in here. cbn [attack def] in here. rewrite in_without in here.
      destruct here as [[here not_m] cells].
      assert (~ r ∈ l) as not_r.
      { intro r_l. apply outside, cells. lacks; auto. intros ->. exact (not_m r_l). }
      exists l. split; [|intros c h; exact h]. apply in_down. cbn [attack def]. rewrite in_without.
      repeat split; auto. intros c in_c. apply cells. lacks; auto. intros ->. apply not_m. assumption.
    + intros l here. exists l. split; [exact here|]. intros c h. exact h.
Qed.

(** If the attacker wins after a reply, the attacker wins after a pass: the defender's stone outside the zone is
    no loss. *)
Lemma win_pass t m z : m ∈ free t -> Wins (def m t) z -> Won (down t z).
Proof.
  intros in_m [sub win]. revert win. apply Won_weaker. split.
  - intros l here. apply in_down in here. cbn [attack def] in here. rewrite in_without in here.
    destruct here as [[here not_m] cells]. exists l. split; [|intros c h; exact h]. apply in_down.
    split; [exact here|].
    intros c in_c. apply cells. lacks; auto. intros ->. tauto.
  - intros l here. exists l. split; [exact here|]. intros c h. exact h.
Qed.

(** All replies in the zone are answered, and at least one reply is. *)
Lemma win_replies t m z Z : Z ⊆ free t -> m ∈ free t -> z ⊆ Z -> Wins (def m t) z ->
  (forall r, r ∈ Z -> exists z, z ⊆ Z /\ Wins (def r t) z) -> Wins_D t Z.
Proof.
  intros sub in_m small first replies. split; [exact sub|]. split.
  - exact (Won_weaker _ _ (down_weaker t z Z small sub) (win_pass t m z in_m first)).
  - intros r r_Z. destruct (replies r r_Z) as (z' & small' & sub' & win).
    exact (Won_weaker _ _ (down_reply t r Z z' (sub r r_Z) sub' small' sub) win).
Qed.

Lemma down_att s m Z Z' : m ∈ free s -> m ∈ Z -> Z' ⊆ free (att m s) -> Z' ⊆ Z -> Z ⊆ free s ->
  down (att m s) Z' ≼ att m (down s Z).
Proof.
  intros in_m m_Z small large sub. split.
  - intros l here. apply in_down in here. cbn [attack att] in here. destruct here as [here cells]. exists l. split.
    + cbn [attack att]. apply in_down. split; [exact here|]. intros c in_c.
      destruct (num_dec c m) as [->|differs]; [exact m_Z|]. apply large, cells. lacks; auto.
    + intros c in_c. lacks; auto. apply cells. lacks; auto.
  - intros l here. cbn [defend att] in here. apply in_without in here. exists l. split.
    + cbn [defend down att]. apply in_without. exact here.
    + intros c in_c. lacks; auto.
      match goal with h : _ ∈ Z' |- _ => apply small in h; cbn [free att] in h end. lacks. assumption.
Qed.

(** A move after which the attacker wins whatever the defender replies. *)
Lemma win_move s m Z Z' : m ∈ free s -> Wins_D (att m s) Z' -> Z ⊆ free s -> m ∈ Z -> Z' ⊆ Z ->
  (forall c, c ∈ Z -> c = m \/ c ∈ Z') -> Wins s Z.
Proof.
  intros in_m (small & pass & replies) sub m_Z large same. split; [exact sub|].
  pose proof (down_att s m Z Z' in_m m_Z small large sub) as L.
  pose proof (Won_weaker _ _ L pass) as [no after].
  assert (def_done (down s Z) = false) as no' by exact (def_done_att m (down s Z) m_Z no).
  split; [exact no'|]. right. apply (win_later _ m no' m_Z after).
  intros r in_r. cbn [free att down] in in_r. lacks.
  destruct (same r) as [->|r_Z']; [assumption|congruence|].
  refine (won_le eq None _ _ corresponds_eq (le_def eq corresponds_eq _ _ _ _ _ (weaker_le _ _ L) eq_refl r_Z' _)
    (proj2 (replies r r_Z'))).
  lacks; assumption.
Qed.

(** A move that threatens to complete a line. The defender lacks two cells of the zone on every line. *)
Lemma win_threat s m t Z : m ∈ Z -> t ∈ Z -> t <> m -> Z ⊆ free s -> threat (attack s) (att m s) t ->
  (forall l, In l (defend (att m s)) -> exists c d, c ∈ l /\ c ∈ Z /\ d ∈ l /\ d ∈ Z /\ c <> d) ->
  (exists t', t' ∈ Z /\ t' <> m /\ t' <> t /\ threat (attack s) (att m s) t') \/
  (exists z, z ⊆ Z /\ Wins (def t (att m s)) z) ->
  Wins s Z.
Proof.
  intros m_Z t_Z differs sub threat_t guard second. split; [exact sub|].
  assert (def_done (att m (down s Z)) = false) as no.
  { apply not_true_iff_false. intro yes. apply def_done_spec in yes. destruct yes as (l & here & none).
    cbn [defend att down] in here. destruct (guard l here) as (c & d & c_l & c_Z & _).
    apply in_without in here. apply (none c). lacks; auto. intros ->. tauto. }
  assert (no_reply : forall r, r ∈ Z -> r <> m -> def_done (def r (att m (down s Z))) = false).
  { intros r r_Z not_m. apply not_true_iff_false. intro yes. apply def_done_spec in yes.
    destruct yes as (l & here & none).
    cbn [defend att def down] in here. destruct (guard l here) as (c & d & c_l & c_Z & d_l & d_Z & differ).
    apply in_without in here. destruct (num_dec c r) as [->|other].
    - apply (none d). lacks; auto. intros ->. tauto.
    - apply (none c). lacks; auto. intros ->. tauto. }
  assert (completes : forall u, u ∈ Z -> u <> m -> threat (attack s) (att m s) u ->
    exists l, In l (attack (down s Z)) /\ forall c, c ∈ l -> c ∈ free s -> c = m \/ c = u).
  { intros u u_Z u_m (l & here & only).
    assert (forall c, c ∈ l -> c ∈ free s -> c = m \/ c = u) as two.
    { intros c c_l in_c. destruct (num_dec c m) as [same|other]; [left; exact same|right]. apply only. lacks; auto. }
    exists l. split; [|exact two]. apply in_down. split; [exact here|]. intros c in_c. lacks.
    destruct (two c) as [->| ->]; assumption. }
  assert (def_done (down s Z) = false) as no' by exact (def_done_att m (down s Z) m_Z no).
  assert (reply : forall r u, r ∈ Z -> r <> m -> u ∈ Z -> u <> m -> u <> r -> threat (attack s) (att m s) u ->
    won (def r (att m (down s Z)))).
  { intros r u r_Z r_m u_Z u_m u_r threat_u. right. apply (at_once _ u (no_reply r r_Z r_m)); [lacks; auto|].
    destruct (completes u u_Z u_m threat_u) as (l & here & two). apply att_done_spec. exists l. split.
    - cbn [attack att def]. apply in_without. split; [exact here|]. intro r_l.
      destruct (two r r_l (sub r r_Z)); congruence.
    - intros c in_c. lacks. destruct (two c) as [same|same]; auto. }
  split; [exact no'|]. right. apply (win_later _ m no' m_Z).
  - right. apply (at_once _ t no); [lacks; auto|].
    destruct (completes t t_Z differs threat_t) as (l & here & two). apply att_done_spec. exists l. split.
    + exact here.
    + intros c in_c. lacks. destruct (two c) as [same|same]; auto.
  - intros r in_r. cbn [free att down] in in_r. lacks. destruct (num_dec t r) as [same|other].
    + subst r. destruct second as [(t' & t'_Z & t'_m & t'_t & threat_t')|(z & small & sub' & win)].
      * exact (reply t t' t_Z differs t'_Z t'_m t'_t threat_t').
      * assert (down (def t (att m s)) z ≼ def t (att m (down s Z))) as L.
        { split.
          - intros l here. apply in_down in here. cbn [attack def att] in here. rewrite in_without in here.
            destruct here as [[here not_t] cells]. exists l. split.
            + cbn [attack def att]. apply in_without. split; [|exact not_t]. apply in_down. split; [exact here|].
              intros c in_c. destruct (num_dec c m) as [->|]; [exact m_Z|].
              apply small, cells. lacks; auto. intros ->. tauto.
            + intros c in_c. lacks; auto. apply cells. lacks; auto.
          - intros l here. exists l. split; [exact here|]. intros c in_c. lacks; auto;
            match goal with h : _ ∈ z |- _ => apply sub' in h; cbn [free def att] in h end; lacks; assumption. }
        exact (proj2 (Won_weaker _ _ L win)).
    + exact (reply r t ltac:(assumption) ltac:(assumption) t_Z differs other threat_t).
Qed.
