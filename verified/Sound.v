(** * Soundness: a node that the checker accepts is proved *)

Require Import Bool List Uint63.
Import ListNotations.
From Noughts Require Import Cells Theory Check.

Lemma mem_add c d a : valid d = true -> c ∈ add d a <-> c = d \/ c ∈ a.
Proof.
  intro ok. unfold add. rewrite mem_union, mem_single, orb_true_iff, andb_true_iff, num_eqb_spec. split.
  - intros [[same _]|here]; auto.
  - intros [->|here]; auto.
Qed.

Lemma mem_add_free c d a s : d ∈ s -> c ∈ add d a <-> c = d \/ c ∈ a.
Proof. intro here. apply mem_add, (mem_valid _ _ here). Qed.

Lemma mem_single_free c d s : d ∈ s -> c ∈ single d <-> c = d.
Proof.
  intro here. rewrite mem_single, andb_true_iff, num_eqb_spec. split; [tauto|]. intros ->. split; [reflexivity|].
  exact (mem_valid _ _ here).
Qed.

Lemma union_iff c a b : c ∈ union a b <-> c ∈ a \/ c ∈ b.
Proof. rewrite mem_union. apply orb_true_iff. Qed.

Lemma inter_iff c a b : c ∈ inter a b <-> c ∈ a /\ c ∈ b.
Proof. rewrite mem_inter. apply andb_true_iff. Qed.

Lemma nothing_iff c : c ∈ nothing <-> False.
Proof. rewrite mem_nothing. split; [discriminate|intros []]. Qed.

Lemma subset_iff a b : subset a b = true <-> a ⊆ b.
Proof. apply subset_spec. Qed.

Lemma not_nothing a : is_nothing a = false -> exists c, c ∈ a.
Proof.
  intro no. unfold is_nothing in no. apply andb_false_iff in no. destruct no as [no|no].
  - destruct (nonzero_bit _ no) as [i found]. exists i. apply low_mem. exact found.
  - destruct (nonzero_bit _ no) as [i found]. exists (i + 63)%uint63. apply high_mem. exact found.
Qed.

(** ** Kept nodes *)
Lemma minimal_in x sets : In x (minimal sets) -> In x sets.
Proof.
  unfold minimal. assert (forall acc, In x (fold_left (fun acc c => if existsb (fun d => subset d c) acc then acc
    else c :: acc) sets acc) ->
    In x acc \/ In x sets) as general.
  { induction sets as [|c sets IH]; intros acc here; [left; exact here|].
    cbn [fold_left] in here. destruct (IH _ here) as [there|there]; [|right; right; exact there].
    destruct (existsb _ acc); [left; exact there|].
    destruct there as [->|there]; [right; left; reflexivity|left; exact there]. }
  intro here. destruct (general [] here) as [[]|there]. exact there.
Qed.

Lemma minimal_below c sets : In c sets -> exists d, In d (minimal sets) /\ d ⊆ c.
Proof.
  unfold minimal. assert (forall acc, In c sets \/ (exists d, In d acc /\ d ⊆ c) ->
    exists d, In d (fold_left (fun acc c => if existsb (fun d => subset d c) acc then acc else c :: acc) sets acc) /\
      d ⊆ c) as general.
  { induction sets as [|e sets IH]; intros acc here; [destruct here as [[]|here]; exact here|].
    cbn [fold_left]. apply IH. destruct (existsb (fun d => subset d e) acc) eqn:found.
    - destruct here as [[->|here]|here]; [|left; exact here|right; exact here]. right.
      apply existsb_exists in found. destruct found as (d & there & sub). exists d. split; [exact there|].
      apply subset_iff. exact sub.
    - destruct here as [[->|here]|(d & there & sub)].
      + right. exists c. split; [left; reflexivity|]. intros x h. exact h.
      + left. exact here.
      + right. exists d. split; [right; exact there|exact sub]. }
  intro here. apply general. left. exact here.
Qed.

(** What a kept node says: the claim holds in a state that has nothing but the kept sets. *)
Definition kept_ok (wins : bool) (k : kept) : Prop :=
  if wins then Won (State (winners k) (losers k) (zone k)) else ~ won (State (losers k) (winners k) (zone k)).

(** What a node shows. *)
Definition proved (wins : bool) (s : state) (z : set) : Prop := if wins then Wins s z else Holds s z.

Lemma keep_ok wins s z : proved wins s z -> kept_ok wins (keep wins s z).
Proof.
  destruct wins; cbn [proved kept_ok keep zone losers winners loser winner].
  - intros [sub win]. revert win. apply Won_weaker. split.
    + intros l here. cbn [attack down] in here. pose proof (proj1 (filter_In _ _ _) here) as [there cells].
      destruct (minimal_below (lack s l) (map (lack s) (filter (inside s z) (attack s)))) as (w & in_w & below).
      { apply in_map. exact here. }
      exists w. split; [exact in_w|]. intros c in_c. apply mem_lack in in_c. destruct in_c as [c_w c_z].
      pose proof (below c c_w) as in_l. lacks; assumption.
    + intros l here. cbn [defend] in here. apply minimal_in, in_map_iff in here. destruct here as (l0 & <- & here).
      exists l0. split; [exact here|]. intros c in_c. lacks; [|assumption]. apply inter_iff. auto.
  - intros [sub no] win. apply no. revert win. apply won_weaker. split.
    + intros l here. cbn [attack] in here. apply minimal_in, in_map_iff in here. destruct here as (l0 & <- & here).
      exists l0. split; [exact here|]. intros c in_c. lacks; [|assumption]. apply inter_iff. auto.
    + intros l here. cbn [defend up] in here. pose proof (proj1 (filter_In _ _ _) here) as [there cells].
      destruct (minimal_below (lack s l) (map (lack s) (filter (inside s z) (defend s)))) as (w & in_w & below).
      { apply in_map. exact here. }
      exists w. split; [exact in_w|]. intros c in_c. apply mem_lack in in_c. destruct in_c as [c_w c_z].
      pose proof (below c c_w) as in_l. lacks; assumption.
Qed.

Fixpoint slots_ok (wins : bool) (t : slots) : Prop :=
  match t with
  | Nothing => True
  | Slot k => kept_ok wins k
  | Fork even odd => slots_ok wins even /\ slots_ok wins odd
  end.

Lemma find_slot_ok wins bits : forall slot t k, slots_ok wins t -> find_slot bits slot t = Some k -> kept_ok wins k.
Proof.
  induction bits as [|bits IH]; intros slot [|k0|even odd] k ok found; cbn in *; try discriminate found.
  - injection found as <-. exact ok.
  - destruct ok as [ok_even ok_odd]. destruct (num_odd slot);
      [exact (IH _ _ _ ok_odd found)|exact (IH _ _ _ ok_even found)].
Qed.

Lemma fill_slot_ok wins bits : forall slot k t, slots_ok wins t -> kept_ok wins k -> slots_ok wins (fill_slot bits
  slot k t).
Proof.
  induction bits as [|bits IH]; intros slot k t ok ok_k; [exact ok_k|]. cbn [fill_slot].
  assert (exists even odd, match t with Fork even odd => (even, odd) | _ => (Nothing, Nothing) end = (even, odd) /\
    slots_ok wins even /\ slots_ok wins odd) as (even & odd & -> & ok_even & ok_odd).
  { destruct t as [| |even odd]; [exists Nothing, Nothing|exists Nothing, Nothing|exists even, odd]; cbn in *; auto. }
  destruct (num_odd slot); cbn [slots_ok]; auto.
Qed.

(** ** Symmetries *)
Lemma no_repeats_spec cells : forall seen, no_repeats seen cells = true ->
  NoDup cells /\ forall c, In c cells -> valid c = true /\ ~ c ∈ seen.
Proof.
  induction cells as [|c cells IH]; intros seen ok; [split; [constructor|intros c []]|].
  cbn [no_repeats] in ok. rewrite !andb_true_iff, negb_true_iff in ok. destruct ok as [[ok new] rest].
  destruct (IH _ rest) as [distinct others]. split.
  - constructor; [|exact distinct]. intro here. apply (others c here), mem_add; auto.
  - intros d [<-|here].
    + split; [exact ok|]. congruence.
    + destruct (others d here) as [ok_d no]. split; [exact ok_d|]. intro old. apply no, mem_add; auto.
Qed.

Lemma preimage_iff sym s c : (forall c, In c (map fst sym) -> valid c = true) ->
  c ∈ preimage sym s <-> exists d, In (c, d) sym /\ d ∈ s.
Proof.
  induction sym as [|[a b] sym IH]; intro ok.
  - cbn. rewrite nothing_iff. split; [intros []|]. intros (d & [] & _).
  - assert (IH' := IH (fun c here => ok c (or_intror here))). cbn [preimage fold_right fst snd].
    fold (preimage sym s). destruct (mem b s) eqn:here.
    + rewrite mem_add by (apply ok; left; reflexivity). rewrite IH'. split.
      * intros [->|(d & there & in_d)]; [exists b|exists d]; split; auto; [left; reflexivity|right; exact there].
      * intros (d & [same|there] & in_d); [injection same as <- <-; auto|right; exists d; auto].
    + rewrite IH'. split.
      * intros (d & there & in_d). exists d. split; [right; exact there|exact in_d].
      * intros (d & [same|there] & in_d); [injection same as <- <-; congruence|exists d; auto].
Qed.

Lemma unique_fst (sym : symmetry) a b b' : NoDup (map fst sym) -> In (a, b) sym -> In (a, b') sym -> b = b'.
Proof.
  induction sym as [|[x y] sym IH]; cbn; intros distinct here there; [destruct here|].
  inversion distinct as [|? ? new rest]; subst. destruct here as [here|here], there as [there|there]; try congruence.
  - exfalso. apply new. injection here as -> ->. apply (in_map fst) in there. exact there.
  - exfalso. apply new. injection there as -> ->. apply (in_map fst) in here. exact here.
  - exact (IH rest here there).
Qed.

Lemma unique_snd (sym : symmetry) a a' b : NoDup (map snd sym) -> In (a, b) sym -> In (a', b) sym -> a = a'.
Proof.
  induction sym as [|[x y] sym IH]; cbn; intros distinct here there; [destruct here|].
  inversion distinct as [|? ? new rest]; subst. destruct here as [here|here], there as [there|there]; try congruence.
  - exfalso. apply new. injection here as -> ->. apply (in_map snd) in there. exact there.
  - exfalso. apply new. injection there as -> ->. apply (in_map snd) in here. exact here.
  - exact (IH rest here there).
Qed.

Lemma pair_dec (sym : symmetry) (P : num * num -> bool) : (exists p, In p sym /\ P p = true) \/ ~ exists p, In p sym
  /\ P p = true.
Proof. rewrite <- existsb_exists. destruct (existsb P sym); [left|right]; congruence. Qed.

Definition related (sym : symmetry) (c d : num) : Prop := In (c, d) sym.

Section Symmetry.
Variable sym : symmetry.
Hypothesis ok : is_symmetry sym = true.

Lemma sym_fst : NoDup (map fst sym) /\ forall c, In c (map fst sym) -> valid c = true.
Proof.
  unfold is_symmetry in ok. apply andb_true_iff in ok. destruct (no_repeats_spec _ _ (proj1 ok)) as [distinct valid].
  split; [exact distinct|]. intros c here. apply (valid c here).
Qed.

Lemma sym_snd : NoDup (map snd sym) /\ forall c, In c (map snd sym) -> valid c = true.
Proof.
  unfold is_symmetry in ok. apply andb_true_iff in ok. destruct (no_repeats_spec _ _ (proj2 ok)) as [distinct valid].
  split; [exact distinct|]. intros c here. apply (valid c here).
Qed.

Lemma related_corresponds : corresponds (related sym).
Proof.
  unfold related. repeat split.
  - intros c d d' here there. exact (unique_fst sym c d d' (proj1 sym_fst) here there).
  - intros c c' d here there. exact (unique_snd sym c c' d (proj1 sym_snd) here there).
  - intros c E. destruct (pair_dec sym (fun p => num_eqb (fst p) c && mem (snd p) E)) as [([a b] & here & yes)|no].
    + cbn [fst snd] in yes. apply andb_true_iff in yes. destruct yes as [same in_b]. apply num_eqb_spec in same.
      subst.
      left. exists b. auto.
    + right. intros (d & here & in_d). apply no. exists (c, d). split; [exact here|]. cbn [fst snd].
      rewrite in_d, (proj2 (num_eqb_spec c c) eq_refl). reflexivity.
  - intros d E. destruct (pair_dec sym (fun p => num_eqb (snd p) d && mem (fst p) E)) as [([a b] & here & yes)|no].
    + cbn [fst snd] in yes. apply andb_true_iff in yes. destruct yes as [same in_a]. apply num_eqb_spec in same.
      subst.
      left. exists a. auto.
    + right. intros (c & here & in_c). apply no. exists (c, d). split; [exact here|]. cbn [fst snd].
      rewrite in_c, (proj2 (num_eqb_spec d d) eq_refl). reflexivity.
Qed.

Lemma converse_corresponds : corresponds (fun c d => related sym d c).
Proof.
  pose proof related_corresponds as (right & left & dec & dec'). repeat split.
  - intros c d d' here there. exact (left d d' c here there).
  - intros c c' d here there. exact (right d c c' here there).
  - exact dec'.
  - exact dec.
Qed.

Lemma in_preimage s c : c ∈ preimage sym s <-> exists d, In (c, d) sym /\ d ∈ s.
Proof. apply preimage_iff, sym_fst. Qed.

Lemma in_image s d : d ∈ preimage (swap sym) s <-> exists c, In (c, d) sym /\ c ∈ s.
Proof.
  rewrite preimage_iff.
  - unfold swap. split.
    + intros (c & here & in_c). apply in_map_iff in here. destruct here as ([a b] & [= <- <-] & here). exists a. auto.
    + intros (c & here & in_c). exists c. split; [|exact in_c]. apply in_map_iff. exists (c, d). auto.
  - unfold swap. intros c here. rewrite map_map in here. cbn in here. apply sym_snd. exact here.
Qed.

(** A kept node proves another state. *)
Lemma use_kept_ok wins k s z : kept_ok wins k -> use_kept wins k sym s = Some z -> proved wins s z.
Proof.
  intros ok_k. unfold use_kept. set (z' := preimage sym (zone k)).
  destruct (subset z' (free s)) eqn:in_free; [|discriminate]. cbn [andb].
  destruct (subset (zone k) (preimage (swap sym) z')) eqn:in_zone; [|discriminate]. cbn [andb].
  destruct (forallb _ (loser wins s)) eqn:all_losers; [|discriminate]. cbn [andb].
  destruct (forallb _ (winners k)) eqn:all_winners; [|discriminate]. intros [= <-].
  apply subset_iff in in_free, in_zone. rewrite forallb_forall in all_losers, all_winners.
  assert (losing : forall l, In l (loser wins s) -> exists c, In c (losers k) /\
    forall x, x ∈ c -> x ∈ zone k -> exists d, In (d, x) sym /\ d ∈ l /\ d ∈ z').
  { intros l here. specialize (all_losers l here). apply existsb_exists in all_losers.
    destruct all_losers as (c' & in_c & sub). apply in_map_iff in in_c. destruct in_c as (c & <- & in_c).
    apply subset_iff in sub. exists c. split; [exact in_c|]. intros x x_c x_z. pose proof (in_zone x x_z) as there.
    apply in_image in there. destruct there as (d & pair & d_z). exists d. repeat split; auto.
    apply sub, in_preimage. exists x. auto. }
  assert (winning : forall w, In w (winners k) -> exists l, In l (winner wins s) /\ lack s l ⊆ z' /\
    forall d, d ∈ lack s l -> exists x, In (d, x) sym /\ x ∈ w /\ x ∈ zone k).
  { intros w here. specialize (all_winners w here). cbn zeta in all_winners. apply existsb_exists in all_winners.
    destruct all_winners as (l & in_l & sub). apply subset_iff in sub. exists l. split; [exact in_l|]. split.
    - intros d in_d. apply sub, inter_iff in in_d. apply in_d.
    - intros d in_d. apply sub, inter_iff in in_d. destruct in_d as [d_w d_z].
      apply in_preimage in d_w. destruct d_w as (x & pair & x_w). exists x. repeat split; auto.
      apply in_preimage in d_z. destruct d_z as (y & pair' & y_z).
      rewrite (unique_fst sym d x y (proj1 sym_fst) pair pair'). exact y_z. }
  destruct wins; cbn [proved kept_ok loser winner] in *.
  - destruct ok_k as [no win]. assert (le (fun x d => related sym d x) None (State (winners k) (losers k) (zone k))
      (down s z')) as L.
    { split; [exact I| |].
      - intros w here. right. destruct (winning w here) as (l & in_l & sub & cells). exists l.
        split; [apply in_down; auto|].
        intros d in_d. destruct (cells d) as (x & pair & x_w & x_z); [lacks; auto|]. exists x. split; [exact pair|].
        lacks; auto.
      - intros l here. destruct (losing l here) as (c & in_c & cells). exists c. split; [exact in_c|].
        intros x in_x. apply mem_lack in in_x. destruct in_x as [x_c x_z].
        destruct (cells x x_c x_z) as (d & pair & d_l & d_z).
        exists d. split; [exact pair|]. lacks; auto. }
    split; [exact in_free|]. split.
    + exact (le_def_done _ _ _ _ L no).
    + exact (won_le _ _ _ _ converse_corresponds L win).
  - split; [exact in_free|]. intro win. apply ok_k.
    refine (won_le (related sym) None (up s z') _ related_corresponds _ win). split; [exact I| |].
    + intros l here. right. destruct (losing l here) as (c & in_c & cells). exists c. split; [exact in_c|].
      intros x in_x. apply mem_lack in in_x. destruct in_x as [x_c x_z].
      destruct (cells x x_c x_z) as (d & pair & d_l & d_z).
      exists d. split; [exact pair|]. lacks; auto.
    + intros w here. destruct (winning w here) as (l & in_l & sub & cells). exists l. split; [apply in_up; auto|].
      intros d in_d. destruct (cells d) as (x & pair & x_w & x_z); [lacks; auto|]. exists x. split; [exact pair|].
      lacks; auto.
Qed.
End Symmetry.

Lemma nth_symmetry_in syms : forall n sym, nth_symmetry syms n = Some sym -> In sym syms.
Proof.
  induction syms as [|s syms IH]; intros n sym found; [discriminate found|]. cbn [nth_symmetry] in found.
  destruct (num_eqb n 0%uint63); [injection found as <-; left; reflexivity|right; exact (IH _ _ found)].
Qed.
