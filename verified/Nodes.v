(** * Soundness of the nodes *)

Require Import Bool List Uint63.
Import ListNotations.
From Noughts Require Import Cells Theory Check Sound.

(** ** Guards, threats and pairs *)

Lemma enough_one l : enough false l = true -> exists c, c ∈ l.
Proof. unfold enough. rewrite negb_true_iff. apply not_nothing. Qed.

Lemma enough_two l : enough true l = true -> exists c d, c ∈ l /\ d ∈ l /\ c <> d.
Proof. unfold enough. rewrite negb_true_iff. apply at_most_one_false. Qed.

Lemma guard_ok two lines s z : forall acc z', guard two lines s z acc = Some z' -> z ⊆ acc ->
  acc ⊆ z' /\ (forall c, c ∈ z' -> c ∈ acc \/ c ∈ free s) /\
  forall l, In l lines -> exists m, m ⊆ l /\ m ⊆ z' /\ enough two m = true.
Proof.
  induction lines as [|l lines IH]; intros acc z' found sub; cbn [guard] in found.
  - injection found as <-. split; [intros c h; exact h|]. split; [intros c h; left; exact h|intros l []].
  - destruct (enough two (inter l z)) eqn:yes.
    + destruct (IH acc z' found sub) as (more & from & rest). split; [exact more|]. split; [exact from|].
      intros l' [<-|here]; [|exact (rest l' here)]. exists (inter l z). split; [|split; [|exact yes]].
      * intros c in_c. apply inter_iff in in_c. apply in_c.
      * intros c in_c. apply inter_iff in in_c. apply more, sub, in_c.
    + destruct (enough two (lack s l)) eqn:yes'; [|discriminate found].
      destruct (IH _ z' found) as (more & from & rest); [intros c in_c; apply union_iff; auto|]. split; [|split].
      * intros c in_c. apply more, union_iff. auto.
      * intros c in_c. destruct (from c in_c) as [old|in_free]; [|auto].
        apply union_iff in old. destruct old as [old|old]; [|auto]. lacks. auto.
      * intros l' [<-|here]; [|exact (rest l' here)]. exists (lack s l). split; [|split; [|exact yes']].
        -- intros c in_c. lacks. assumption.
        -- intros c in_c. apply more, union_iff. auto.
Qed.

Lemma completes_ok c lines s : c ∈ free s -> completes c lines s = true -> threat lines s c.
Proof.
  intros in_c yes. apply existsb_exists in yes. destruct yes as (l & here & sub). apply subset_iff in sub.
  exists l. split; [exact here|]. intros d in_d. apply sub in in_d. apply (mem_single_free _ _ _ in_c). exact in_d.
Qed.

Lemma threats_ok lines s c : c ∈ threats lines s -> threat lines s c /\ c ∈ free s.
Proof.
  unfold threats. assert (forall acc, c ∈ fold_left (fun acc l =>
    let lacking := lack s l in if at_most_one lacking then union lacking acc else acc) lines acc ->
    c ∈ acc \/ (threat lines s c /\ c ∈ free s)) as general.
  { induction lines as [|l lines IH]; intros acc here; [left; exact here|]. cbn [fold_left] in here.
    destruct (IH _ here) as [old|((l' & there & only) & in_free)].
    - cbn zeta in old. destruct (at_most_one (lack s l)) eqn:one; [|left; exact old].
      apply union_iff in old. destruct old as [old|old]; [right|left; exact old]. split; [|lacks; assumption].
      exists l. split; [left; reflexivity|]. intros d in_d. exact (at_most_one_true _ one _ _ in_d old).
    - right. split; [|exact in_free]. exists l'. split; [right; exact there|exact only]. }
  intro here. destruct (general nothing here) as [none|yes]; [apply nothing_iff in none; destruct none|exact yes].
Qed.

Lemma aside_ok a b s Z : a ∈ free s -> b ∈ free s -> a <> b ->
  Holds (aside a b s) Z -> Holds s (union (add a (add b nothing)) Z).
Proof.
  intros in_a in_b differ [sub no]. set (Z' := union _ Z).
  assert (Z'_iff : forall c, c ∈ Z' <-> c = a \/ c = b \/ c ∈ Z).
  { intro c. unfold Z'. rewrite union_iff, (mem_add_free _ _ _ _ in_a), (mem_add_free _ _ _ _ in_b), nothing_iff.
    tauto. }
  assert (pair_iff : forall c, c ∈ add a (single b) <-> c = a \/ c = b).
  { intro c. rewrite (mem_add_free _ _ _ _ in_a), (mem_single_free _ _ _ in_b). tauto. }
  assert (free_iff : forall c, c ∈ free (aside a b s) <-> c ∈ free s /\ c <> a /\ c <> b).
  { intro c. cbn [free aside]. rewrite mem_diff, andb_true_iff, negb_true_iff, <- not_true_iff_false, pair_iff. tauto. }
  assert (Z_free : forall c, c ∈ Z -> c ∈ free s /\ c <> a /\ c <> b).
  { intros c in_c. apply free_iff, sub, in_c. }
  split.
  - intros c in_c. apply Z'_iff in in_c. destruct in_c as [->|[->|in_c]]; auto. apply Z_free. exact in_c.
  - intro win. apply no. refine (won_le eq (Some (a, b)) (up s Z') _ corresponds_eq _ win). split.
    + cbn [reserved free up]. repeat split; auto; try (apply Z'_iff; auto).
      * intros d <- in_d. apply Z_free in in_d. tauto.
      * intros d <- in_d. apply Z_free in in_d. tauto.
    + intros l here. cbn [attack up aside] in *. destruct (subset (add a (single b)) l) eqn:both.
      * left. apply subset_iff in both. split; apply both, pair_iff; auto.
      * right. exists l. split; [apply filter_In; rewrite both; auto|]. intros d in_d. exists d.
        split; [reflexivity|].
        lacks; [assumption|]. apply Z'_iff. auto.
    + intros l here. apply in_up in here. cbn [defend aside] in here. destruct here as [here cells].
      apply filter_In in here. destruct here as [here none]. rewrite disjoint_spec in none.
      exists l. assert (cells' : forall c, c ∈ lack s l -> c ∈ Z).
      { intros c in_c. apply cells. apply mem_lack in in_c. destruct in_c as [c_l c_free].
        apply mem_lack. split; [exact c_l|]. apply free_iff. split; [exact c_free|].
        split; intros ->; rewrite none in c_l by (apply pair_iff; auto); discriminate c_l. }
      split; [apply in_up; split; [exact here|]; intros c in_c; apply Z'_iff; auto|].
      intros c in_c. exists c. split; [reflexivity|]. lacks; [assumption|]. apply cells'. lacks; [assumption|].
      match goal with h : c ∈ Z' |- _ => apply Z'_iff in h; destruct h as [->|[->|h]] end; auto.
      apply Z_free. assumption.
Qed.

Lemma H_same s Z Z' : (forall c, c ∈ Z <-> c ∈ Z') -> Holds s Z -> Holds s Z'.
Proof.
  intros same [sub no]. split; [intros c in_c; apply sub, same, in_c|].
  intro win. apply no. revert win. apply won_weaker, up_weaker; [|intros c in_c; apply sub, same, in_c].
  intros c in_c. apply same. exact in_c.
Qed.

Opaque slot_bits.

Section Nodes.
Variable source : Type.
Variable next : source -> option (num * source).
Variable cells : list num.
Variable syms : list symmetry.
Variable facts : list (option fact).
Variable wins : bool.

Hypothesis syms_ok : forall sym, In sym syms -> is_symmetry sym = true.
Hypothesis facts_ok : forall fact, In (Some fact) facts -> kept_ok wins (fact_kept fact).

Notation io := (io source).
Definition io_ok (i : io) : Prop := slots_ok wins (snd i).

Lemma read_ok i b i' : io_ok i -> read source next i = Some (b, i') -> io_ok i'.
Proof. unfold read. destruct (next (fst i)) as [[c rest]|]; [|discriminate]. intros ok [= _ <-]. exact ok. Qed.

(** Take a successful computation apart. *)
Ltac steps := repeat match goal with
  | found : None = Some _ |- _ => discriminate found
  | found : Some _ = Some _ |- _ => injection found as <- <- || injection found as <-
  | found : match read _ _ ?i with Some _ => _ | None => _ end = Some _, ok : io_ok ?i |- _ =>
      let r := fresh "read" in destruct (read source next i) as [[? ?]|] eqn:r; [|discriminate found];
      pose proof (read_ok _ _ _ ok r)
  end.

Lemma use_ok s i z i' : io_ok i -> use source next syms wins s i = Some (z, i') -> proved wins s z /\ io_ok i'.
Proof.
  unfold use. intros ok found. steps.
  destruct (find_slot _ _ _) as [k|] eqn:here; [|discriminate found].
  destruct (nth_symmetry _ _) as [sym|] eqn:there; [|discriminate found].
  destruct (use_kept _ _ _ _) as [z0|] eqn:done; [|discriminate found]. injection found as <- <-.
  split; [|assumption].
  apply (use_kept_ok sym (syms_ok _ (nth_symmetry_in _ _ _ there)) wins k); [|exact done].
  eapply find_slot_ok; [|exact here]. assumption.
Qed.

Lemma nth_fact_in fs : forall n fact, nth_fact fs n = Some fact -> In (Some fact) fs.
Proof.
  induction fs as [|f fs IH]; intros n fact found; [discriminate found|]. cbn [nth_fact] in found.
  destruct (num_eqb n 0%uint63); [subst; left; reflexivity|right; exact (IH _ _ found)].
Qed.

Lemma use_fact_ok s i z i' : io_ok i -> use_fact source next syms facts wins s i = Some (z, i') ->
  proved wins s z /\ io_ok i'.
Proof.
  unfold use_fact. intros ok found. steps.
  destruct (nth_fact _ _) as [fact|] eqn:here; [|discriminate found].
  destruct (nth_symmetry _ _) as [sym|] eqn:there; [|discriminate found].
  destruct (_ && _ && _); [|discriminate found].
  destruct (use_kept _ _ _ _) as [z0|] eqn:done; [|discriminate found]. injection found as <- <-.
  split; [|assumption].
  apply (use_kept_ok sym (syms_ok _ (nth_symmetry_in _ _ _ there)) wins (fact_kept fact)); [|exact done].
  apply facts_ok, (nth_fact_in _ _ _ here).
Qed.

Lemma finish_ok m s z i i' : io_ok i -> proved wins s z -> finish source next wins m s z i = Some i' -> io_ok i'.
Proof.
  unfold finish. intros ok p found. destruct (num_eqb m END); [injection found as <-; exact ok|].
  destruct (num_eqb m KEEP); [|discriminate found]. steps.
  change (slots_ok wins (fill_slot slot_bits (two_bytes n n0) (keep wins s z) (snd i1))).
  apply fill_slot_ok; [assumption|]. apply keep_ok. exact p.
Qed.

(** ** Lists of answers

    [Q m z]: the answer to the move [m] is right and has the zone [z]. *)
Section Answers.
Variable Q : num -> set -> Prop.
Variable s : state.
Hypothesis Q_free : forall m z, Q m z -> forall c, c ∈ z -> c ∈ free s /\ c <> m.

Record answered (l : listed) : Prop := {
  answered_moves : forall m, m ∈ moves l -> m ∈ free s /\ exists z, Q m z /\ z ⊆ depends_on l;
  answered_others : forall r, r ∈ free s -> r ∈ moves l \/ r ∈ unanswered l \/
    exists m z, m ∈ moves l /\ m ∈ free s /\ Q m z /\ z ⊆ depends_on l /\ ~ r ∈ z;
  answered_free : depends_on l ⊆ free s
}.

Lemma answers_ok answer :
  (forall m i z i', m ∈ free s -> io_ok i -> answer m i = Some (z, i') -> Q m z /\ io_ok i') ->
  forall limit l i l' i', io_ok i -> answered l -> answers source next limit answer s l i = Some (l', i') ->
  answered l' /\ io_ok i'.
Proof.
  intros answer_ok. induction limit as [|? limit IH]; intros l i l' i' ok inv found; cbn [answers] in found.
  - destruct (mem (mark l) (free s)); [destruct (mem _ _); discriminate found|]. injection found as <- <-. auto.
  - destruct (mem (mark l) (free s)) eqn:in_free; [|injection found as <- <-; auto].
    destruct (mem (mark l) (moves l)) eqn:repeated; [discriminate found|].
    destruct (answer (mark l) i) as [[z j1]|] eqn:step; [|discriminate found].
    destruct (answer_ok _ _ _ _ in_free ok step) as [right ok1]. steps. cbn zeta in found.
    refine (IH _ _ _ _ _ _ found); [assumption|]. destruct inv as [A B C].
    split; cbn [moves depends_on unanswered].
    + intros m here. apply (mem_add_free _ _ _ _ in_free) in here. destruct here as [->|here].
      * split; [exact in_free|]. exists z. split; [exact right|]. intros c in_c. apply union_iff. auto.
      * destruct (A m here) as (m_free & z0 & q & sub). split; [exact m_free|]. exists z0. split; [exact q|].
        intros c in_c. apply union_iff. auto.
    + intros r r_free. destruct (B r r_free) as [old|[open|(m & z0 & in_m & m_free & q & sub & out)]].
      * left. apply (mem_add_free _ _ _ _ in_free). auto.
      * destruct (num_dec r (mark l)) as [->|differs]; [left; apply (mem_add_free _ _ _ _ in_free); auto|].
        destruct (mem_dec r z) as [r_z|out].
        -- destruct (mem_dec r (add (mark l) (moves l))) as [yes|no]; [left; exact yes|right; left].
           rewrite mem_diff, mem_inter, open, r_z. apply not_true_iff_false in no. rewrite no. reflexivity.
        -- right. right. exists (mark l), z. repeat split; auto.
           ++ apply (mem_add_free _ _ _ _ in_free). auto.
           ++ intros c in_c. apply union_iff. auto.
      * right. right. exists m, z0. repeat split; auto.
        -- apply (mem_add_free _ _ _ _ in_free). auto.
        -- intros c in_c. apply union_iff. auto.
    + intros c in_c. apply union_iff in in_c. destruct in_c as [old|new]; [exact (C c old)|].
      apply (Q_free _ _ right _ new).
Qed.

Lemma read_answers_ok answer m i l i' :
  (forall m i z i', m ∈ free s -> io_ok i -> answer m i = Some (z, i') -> Q m z /\ io_ok i') ->
  io_ok i -> read_answers source next cells answer s m i = Some (l, i') -> answered l /\ io_ok i'.
Proof.
  intros answer_ok ok found. refine (answers_ok _ answer_ok _ _ _ _ _ ok _ found).
  split; cbn [moves depends_on unanswered].
  - intros c none. apply nothing_iff in none. destruct none.
  - intros r here. auto.
  - intros c none. apply nothing_iff in none. destruct none.
Qed.

(** If the list is complete, every move has an answer or an answer to another move refutes it, too. *)
Lemma complete_ok l : answered l -> is_complete l = true ->
  (exists m z, m ∈ free s /\ Q m z /\ z ⊆ depends_on l) /\
  forall r, r ∈ free s -> exists m z, m ∈ free s /\ Q m z /\ z ⊆ depends_on l /\ (m = r \/ ~ r ∈ z).
Proof.
  intros [A B _]. unfold is_complete. rewrite andb_true_iff, negb_true_iff. intros [some none]. split.
  - destruct (not_nothing _ some) as [m here]. destruct (A m here) as (m_free & z & q & sub). exists m, z. auto.
  - intros r r_free. destruct (B r r_free) as [here|[open|(m & z & _ & m_free & q & sub & out)]].
    + destruct (A r here) as (_ & z & q & sub). exists r, z. auto.
    + exfalso. rewrite is_nothing_spec in none. rewrite none in open. discriminate open.
    + exists m, z. auto.
Qed.
End Answers.

(** ** The attacker wins *)
Section Win.
Hypothesis is_win : wins = true.

Definition win_ok (win : state -> io -> option (set * io)) : Prop :=
  forall s i z i', io_ok i -> win s i = Some (z, i') -> Wins s z /\ io_ok i'.

Lemma replies_ok win t i l i' : win_ok win -> io_ok i -> replies source next cells win t i = Some (l, i') ->
  Wins_D t (depends_on l) /\ io_ok i'.
Proof.
  intros ok_win ok found. unfold replies in found. destruct (negb _); [discriminate found|]. steps.
  destruct (read_answers _ _ _ _ _ _ _) as [[l0 j0]|] eqn:list; [|discriminate found].
  destruct (is_complete l0) eqn:complete; [|discriminate found]. injection found as <- <-.
  pose (Q := fun m z => Wins (def m t) z).
  assert (Q_free : forall m z, Q m z -> forall c, c ∈ z -> c ∈ free t /\ c <> m).
  { intros m z [sub _] c in_c. apply sub in in_c. lacks; auto. }
  destruct (read_answers_ok Q t Q_free _ _ _ _ _ (fun m i z i' _ ok => ok_win (def m t) i z i' ok) ltac:(eassumption)
    list) as [inv ok'].
  split; [|exact ok'].
  destruct (complete_ok Q t _ inv complete) as [(m & z & m_free & q & sub) all].
  apply (win_replies t m z); auto.
  - exact (answered_free _ _ _ inv).
  - intros r r_Z. destruct (all r (answered_free _ _ _ inv r r_Z)) as (m' & z' & m'_free & q' & sub' & out).
    exists z'. split; [exact sub'|]. destruct out as [->|out]; [exact q'|].
    apply (win_unlisted t m'); auto. exact (answered_free _ _ _ inv r r_Z).
Qed.

Lemma find_cell c ts : find (fun c => mem c ts) cells = Some c -> c ∈ ts.
Proof. intro found. apply find_some in found. apply found. Qed.

Theorem win_sound fuel : win_ok (win source next cells syms wins fuel).
Proof.
  induction fuel as [|fuel IH]; intros s i z i' ok found; [discriminate found|]. cbn [win] in found. steps.
  destruct (num_eqb _ USE).
  { destruct (use_ok _ _ _ _ ltac:(eassumption) found) as [p ok']. rewrite is_win in p. auto. }
  destruct (mem n (free s)) eqn:n_free; [cbn [negb] in found|discriminate found]. cbn zeta in found.
  set (t := att n s) in *.
  assert (t_free : forall c, c ∈ free t <-> c ∈ free s /\ c <> n) by (intro c; apply mem_remove).
  destruct (completes n (attack s) s) eqn:done.
  { destruct (guard _ _ _ _ _) as [z0|] eqn:guarded; [|discriminate found]. injection found as <- <-.
    split; [|assumption]. destruct (completes_ok _ _ _ n_free done) as (l & here & only).
    destruct (guard_ok _ _ _ _ _ _ guarded (fun c h => h)) as (more & from & lines).
    apply (win_completes s n l); auto.
    - apply more, (mem_single_free _ _ _ n_free). reflexivity.
    - intros c in_c. destruct (from c in_c) as [is_n|in_t].
      + apply (mem_single_free _ _ _ n_free) in is_n. subst. exact n_free.
      + apply t_free. exact in_t.
    - intros l' here'. destruct (lines l' here') as (m & in_l & in_z & some).
      destruct (enough_one _ some) as [c in_c].
      exists c. auto. }
  destruct (is_nothing (threats (attack t) t)) eqn:no_threats.
  { destruct (replies _ _ _ _ _ _) as [[l j1]|] eqn:list; [|discriminate found].
    destruct (replies_ok _ _ _ _ _ IH ltac:(eassumption) list) as [p ok1].
    destruct (finish _ _ _ _ _ _ _) as [j2|] eqn:ends; [|discriminate found]. injection found as <- <-.
    assert (Wins s (add n (depends_on l))) as p'.
    { pose proof p as (sub & _). apply (win_move s n _ (depends_on l)); auto.
      - intros c in_c. apply (mem_add_free _ _ _ _ n_free) in in_c. destruct in_c as [->|in_c]; [exact n_free|].
        apply t_free, sub, in_c.
      - apply (mem_add_free _ _ _ _ n_free). auto.
      - intros c in_c. apply (mem_add_free _ _ _ _ n_free). auto.
      - intros c in_c. apply (mem_add_free _ _ _ _ n_free) in in_c. exact in_c. }
    split; [exact p'|]. refine (finish_ok _ _ _ _ _ ok1 _ ends).
    rewrite is_win. exact p'. }
  destruct (at_most_one (threats (attack t) t)) eqn:one.
  - destruct (find _ cells) as [c|] eqn:cell; [|discriminate found]. apply find_cell in cell.
    destruct (threats_ok _ _ _ cell) as [threat_c c_free].
    destruct (win _ _ _ _ _ _ _ _) as [[z1 j1]|] eqn:after; [|discriminate found].
    destruct (IH _ _ _ _ ltac:(eassumption) after) as [p ok1].
    destruct (guard _ _ _ _ _) as [z2|] eqn:guarded; [|discriminate found]. injection found as <- <-.
    split; [|exact ok1]. destruct (guard_ok _ _ _ _ _ _ guarded (fun c h => h)) as (more & from & lines).
    apply (win_threat s n c).
    + apply (mem_add_free _ _ _ _ n_free). auto.
    + apply (mem_add_free _ _ _ _ n_free). right. apply more, (mem_add_free _ _ _ _ c_free). auto.
    + apply t_free in c_free. tauto.
    + intros d in_d. apply (mem_add_free _ _ _ _ n_free) in in_d. destruct in_d as [->|in_d]; [exact n_free|].
      destruct (from d in_d) as [old|new]; [|apply t_free; exact new].
      apply (mem_add_free _ _ _ _ c_free) in old. destruct old as [->|old]; [apply t_free; exact c_free|].
      apply (proj1 p) in old. cbn [free def] in old. apply mem_remove in old. apply t_free, old.
    + exact threat_c.
    + intros l here. destruct (lines l here) as (m & in_l & in_z & two).
      destruct (enough_two _ two) as (d & e & in_d & in_e & differ).
      exists d, e. repeat split; auto; apply (mem_add_free _ _ _ _ n_free); auto.
    + right. exists z1. split; [|exact p]. intros d in_d. apply (mem_add_free _ _ _ _ n_free). right.
      apply more, (mem_add_free _ _ _ _ c_free). auto.
  - destruct (guard _ _ _ _ _) as [z2|] eqn:guarded; [|discriminate found]. injection found as <- <-.
    split; [|assumption]. destruct (guard_ok _ _ _ _ _ _ guarded (fun c h => h)) as (more & from & lines).
    destruct (at_most_one_false _ one) as (c & d & in_c & in_d & differ).
    destruct (threats_ok _ _ _ in_c) as [threat_c c_free], (threats_ok _ _ _ in_d) as [threat_d d_free].
    apply (win_threat s n c).
    + apply (mem_add_free _ _ _ _ n_free). auto.
    + apply (mem_add_free _ _ _ _ n_free). auto.
    + apply t_free in c_free. tauto.
    + intros e in_e. apply (mem_add_free _ _ _ _ n_free) in in_e. destruct in_e as [->|in_e]; [exact n_free|].
      destruct (from e in_e) as [old|new]; apply t_free; [|exact new]. apply (threats_ok _ _ _ old).
    + exact threat_c.
    + intros l here. destruct (lines l here) as (m & in_l & in_z & two).
      destruct (enough_two _ two) as (e & f & in_e & in_f & differ').
      exists e, f. repeat split; auto; apply (mem_add_free _ _ _ _ n_free); auto.
    + left. exists d. repeat split; auto.
      * apply (mem_add_free _ _ _ _ n_free). auto.
      * apply t_free in d_free. tauto.
Qed.
End Win.

(** ** The attacker does not win *)
Section Hold.
Hypothesis is_hold : wins = false.

Definition hold_ok (hold : state -> io -> option (set * io)) : Prop :=
  forall s i z i', io_ok i -> hold s i = Some (z, i') -> Holds s z /\ io_ok i'.

Lemma hold_after_ok hold v i z i' : hold_ok hold -> io_ok i -> hold_after source next hold v i = Some (z, i') ->
  Holds_D v z /\ io_ok i'.
Proof.
  intros ok_hold ok found. unfold hold_after in found. steps.
  destruct (num_eqb n PASS).
  { destruct (ok_hold _ _ _ _ ltac:(eassumption) found) as [p ok']. split; [apply hold_pass; exact p|exact ok']. }
  destruct (mem n (free v)) eqn:n_free; [cbn [negb] in found|discriminate found]. cbn zeta in found.
  destruct (completes n (defend v) v) eqn:done.
  - destruct (guard _ _ _ _ _) as [z0|] eqn:guarded; [|discriminate found]. injection found as <- <-.
    split; [|assumption]. destruct (completes_ok _ _ _ n_free done) as (l & here & only).
    destruct (guard_ok _ _ _ _ _ _ guarded (fun c h => h)) as (more & from & lines).
    apply (hold_completes v n l); auto.
    + apply more, (mem_single_free _ _ _ n_free). reflexivity.
    + intros c in_c. destruct (from c in_c) as [is_n|in_w].
      * apply (mem_single_free _ _ _ n_free) in is_n. subst. exact n_free.
      * cbn [free def] in in_w. apply mem_remove in in_w. apply in_w.
    + intros l' here'. destruct (lines l' here') as (m & in_l & in_z & some).
      destruct (enough_one _ some) as [c in_c].
      exists c. auto.
  - destruct (hold _ _) as [[z1 j1]|] eqn:after; [|discriminate found]. injection found as <- <-.
    destruct (ok_hold _ _ _ _ ltac:(eassumption) after) as [p ok1]. split; [|exact ok1].
    apply (hold_reply v n _ z1); auto.
    + intros c in_c. apply (mem_add_free _ _ _ _ n_free) in in_c. destruct in_c as [->|in_c]; [exact n_free|].
      apply (proj1 p) in in_c. cbn [free def] in in_c. apply mem_remove in in_c. apply in_c.
    + apply (mem_add_free _ _ _ _ n_free). auto.
    + intros c in_c. apply (mem_add_free _ _ _ _ n_free). auto.
    + intros c in_c. apply (mem_add_free _ _ _ _ n_free) in in_c. exact in_c.
Qed.

(** After the first listed move, the attacker has not completed a line. So the attacker has not before. *)
Lemma not_done_before m u z Z : m ∈ free u -> Holds_D (att m u) z -> z ⊆ Z -> Z ⊆ free u ->
  att_done (up u Z) = false.
Proof.
  intros m_free [sub no] large small. apply not_true_iff_false. intro yes. apply no. left.
  apply (att_done_weaker (up u Z)); [|exact yes]. split.
  - intros l here. exists l. split; [exact here|]. intros c in_c. lacks; auto.
  - intros l here. apply in_up in here. cbn [defend att] in here. rewrite in_without in here.
    destruct here as [[here not_m] cells']. exists l. split.
    + apply in_up. split; [exact here|]. intros c in_c. apply large, cells'. lacks; auto. intros ->. tauto.
    + intros c in_c. lacks; [assumption|]. apply cells'. lacks; auto. intros ->. tauto.
Qed.

Lemma hold_rest_ok hold u i z i' : hold_ok hold -> io_ok i ->
  hold_rest source next cells syms facts wins hold u i = Some (z, i') ->
  Holds u z /\ io_ok i'.
Proof.
  intros ok_hold ok found. unfold hold_rest in found. steps.
  destruct (num_eqb n USE).
  { destruct (use_ok _ _ _ _ ltac:(eassumption) found) as [p ok']. rewrite is_hold in p. auto. }
  destruct (num_eqb n LEMMA).
  { destruct (use_fact_ok _ _ _ _ ltac:(eassumption) found) as [p ok']. rewrite is_hold in p. auto. }
  destruct (read_answers _ _ _ _ _ _ _) as [[l j1]|] eqn:list; [|discriminate found].
  pose (Q := fun m z => Holds_D (att m u) z).
  assert (Q_free : forall m z, Q m z -> forall c, c ∈ z -> c ∈ free u /\ c <> m).
  { intros m z0 [sub _] c in_c. apply sub in in_c. lacks; auto. }
  destruct (read_answers_ok Q u Q_free _ _ _ _ _ (fun m i z i' _ ok => hold_after_ok hold (att m u) i z i' ok_hold ok)
    ltac:(eassumption) list) as [inv ok1].
  cbn zeta in found. set (ts := threats (defend u) u) in *. set (z0 := union ts (depends_on l)) in *.
  assert (z0_free : z0 ⊆ free u).
  { intros c in_c. apply union_iff in in_c. destruct in_c as [yes|yes].
    - apply (threats_ok _ _ _ yes).
    - exact (answered_free _ _ _ inv c yes). }
  assert (dep_z0 : depends_on l ⊆ z0) by (intros c in_c; apply union_iff; auto).
  match type of found with match ?g with _ => _ end = _ => destruct g as [z1|] eqn:guarded; [|discriminate found] end.
  destruct (finish _ _ _ _ _ _ _) as [j2|] eqn:ends; [|discriminate found]. injection found as <- <-.
  assert (Holds u z1) as p.
  { destruct (is_nothing ts) eqn:no_threats.
    - destruct (attack u) as [|l0 ls] eqn:lines.
      + injection guarded as <-. split; [exact z0_free|]. apply no_lines. exact lines.
      + destruct (is_complete l) eqn:complete; [|discriminate guarded]. injection guarded as <-.
        destruct (complete_ok Q u _ inv complete) as [(m & z & m_free & q & sub) all].
        apply hold_node; auto.
        * apply (not_done_before m u z); auto. intros c in_c. auto.
        * intros x x_Z. right. destruct (all x (z0_free x x_Z)) as (m' & z' & m'_free & q' & sub' & out).
          exists z'. split; [intros c in_c; auto|]. destruct out as [->|out]; [exact q'|].
          apply (hold_unlisted u m'); auto.
    - destruct (negb (at_most_one ts) || same_set (moves l) ts) eqn:choice; [|discriminate guarded].
      destruct (guard_ok _ _ _ _ _ _ guarded (fun c h => h)) as (more & from & lines).
      assert (sub : z1 ⊆ free u) by (intros c in_c; destruct (from c in_c); auto).
      apply hold_node; auto.
      + apply not_true_iff_false. intro yes. apply att_done_spec in yes. destruct yes as (l' & here & none).
        destruct (lines l' here) as (m & in_l & in_z & two). destruct (enough_two _ two) as (d & e & in_d & _).
        apply (none d). lacks; auto.
      + intros x x_Z. assert (no_line : att_done (att x (up u z1)) = false).
        { apply not_true_iff_false. intro yes. apply att_done_spec in yes. destruct yes as (l' & here & none).
          destruct (lines l' here) as (m & in_l & in_z & two).
          destruct (enough_two _ two) as (d & e & in_d & in_e & differ).
          destruct (num_dec d x) as [->|other]; [apply (none e)|apply (none d)]; lacks; auto. }
        destruct (at_most_one ts) eqn:one.
        * destruct (not_nothing _ no_threats) as [t in_t]. destruct (num_dec t x) as [<-|other].
          -- right. cbn [negb orb] in choice. unfold same_set in choice. apply andb_true_iff in choice.
             pose proof (proj1 (subset_iff _ _) (proj2 choice) t in_t) as listed_t.
             destruct (answered_moves _ _ _ inv t listed_t) as (_ & z & q & z_sub). exists z. split; [|exact q].
             intros c in_c. apply more. auto.
          -- left. split; [exact no_line|]. exists t. repeat split; auto.
             ++ apply more, union_iff. auto.
             ++ apply (threats_ok _ _ _ in_t).
        * left. split; [exact no_line|]. destruct (at_most_one_false _ one) as (c & d & in_c & in_d & differ).
          destruct (num_dec c x) as [<-|other]; [exists d|exists c]; repeat split; auto.
          -- apply more, union_iff. auto.
          -- apply (threats_ok _ _ _ in_d).
          -- apply more, union_iff. auto.
          -- apply (threats_ok _ _ _ in_c). }
  split; [exact p|]. refine (finish_ok _ _ _ _ _ ok1 _ ends).
  rewrite is_hold. exact p.
Qed.

Lemma read_pairs_ok limit : forall n s i u paired i', io_ok i -> read_pairs source next limit n s i = Some (u,
  paired, i') ->
  io_ok i' /\ forall z, Holds u z -> Holds s (union paired z).
Proof.
  induction limit as [|step limit IH]; intros n s i u paired i' ok found; cbn [read_pairs] in found;
    (destruct (num_eqb n 0%uint63); [injection found as <- <- <-; split; [exact ok|]; intros z; apply H_same;
       intro c; rewrite union_iff, nothing_iff; tauto|]); [discriminate found|].
  steps. rename n0 into a, n1 into b.
  destruct (mem a (free s)) eqn:a_free; [|discriminate found].
  destruct (mem b (free s)) eqn:b_free; [|discriminate found].
  destruct (num_eqb a b) eqn:same; [discriminate found|]. cbn [andb negb] in found.
  destruct (read_pairs _ _ _ _ _ _) as [[[u0 paired0] j3]|] eqn:rest; [|discriminate found].
  injection found as <- <- <-.
  destruct (IH _ _ _ _ _ _ ltac:(eassumption) rest) as [ok' sound]. split; [exact ok'|].
  intros z p. apply sound in p. apply (aside_ok a b) in p; auto.
  - revert p. apply H_same. intro c.
    rewrite !union_iff, !(mem_add_free _ _ _ _ a_free), !(mem_add_free _ _ _ _ b_free), nothing_iff. tauto.
  - intros ->. rewrite (proj2 (num_eqb_spec b b) eq_refl) in same. discriminate same.
Qed.

Theorem hold_sound fuel : hold_ok (hold source next cells syms facts wins fuel).
Proof.
  induction fuel as [|fuel IH]; intros s i z i' ok found; [discriminate found|]. cbn [hold] in found. steps.
  destruct (read_pairs _ _ _ _ _ _) as [[[u paired] j1]|] eqn:pairs; [|discriminate found].
  destruct (read_pairs_ok _ _ _ _ _ _ _ ltac:(eassumption) pairs) as [ok1 sound].
  destruct (hold_rest _ _ _ _ _ _ _ _ _) as [[z1 j2]|] eqn:rest; [|discriminate found]. injection found as <- <-.
  destruct (hold_rest_ok _ _ _ _ _ IH ok1 rest) as [p ok2]. auto.
Qed.
End Hold.

(** ** What [check_state] accepts is proved. *)
Definition proved_state (wins attacker_to_move : bool) (s : state) (z : set) : Prop :=
  match wins, attacker_to_move with
  | true, true => Wins s z
  | true, false => Wins_D s z
  | false, true => Holds s z
  | false, false => Holds_D s z
  end.

Theorem check_state_sound attacker_to_move s src z src' :
  check_state source next cells syms facts wins attacker_to_move s src = Some (z, src') ->
  proved_state wins attacker_to_move s z.
Proof.
  unfold check_state. set (fuel := 2 + 2 * length cells). intro found.
  assert (io_ok (src, Nothing)) as ok by exact I.
  match type of found with match ?r with _ => _ end = _ => destruct r as [[z0 i]|] eqn:result;
    [|discriminate found] end.
  injection found as -> _. unfold proved_state.
  assert ({wins = true} + {wins = false}) as [w|w] by (destruct wins; auto); rewrite w in result |- *;
    destruct attacker_to_move.
  - destruct (win_sound w fuel s (src, Nothing) z i ok) as [p _]; [rewrite w; exact result|exact p].
  - destruct (replies _ _ _ _ _ _) as [[l j1]|] eqn:list; [|discriminate result].
    destruct (num_eqb _ END); [|discriminate result]. injection result as <- <-.
    refine (proj1 (replies_ok _ _ _ _ _ (win_sound w fuel) ok _)). rewrite w. exact list.
  - destruct (hold_sound w fuel s (src, Nothing) z i ok) as [p _]; [rewrite w; exact result|exact p].
  - refine (proj1 (hold_after_ok _ _ _ _ _ (hold_sound w fuel) ok _)). rewrite w. exact result.
Qed.
End Nodes.
