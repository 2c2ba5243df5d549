(** * Cells and sets of cells as machine words

    A cell is a number below 126. A set of cells is two words of 63 bits. The rest of the proof uses only the lemmas
    under the heading "What the rest of the proof uses". The axioms of this development are those of the standard
    library's [Uint63], which state that the machine calculates modulo 2^63. *)

Require Import Bool ZArith Uint63 Lia List.
Import ListNotations.
Local Open Scope uint63_scope.

Definition num := int.
Definition num_eqb (c d : num) : bool := c =? d.
Definition num_of_nat (n : nat) : num := of_Z (Z.of_nat n).

Record set := Set_ { low : int; high : int }.

Definition bit_of (c : int) (w : int) : bool := negb (w land (1 << c) =? 0).
Definition at_most_one_bit (w : int) : bool := w land (w - 1) =? 0.

Definition mem (c : num) (s : set) : bool := if c <? 63 then bit_of c (low s) else bit_of (c - 63) (high s).
Definition nothing : set := Set_ 0 0.
Definition single (c : num) : set := if c <? 63 then Set_ (1 << c) 0 else Set_ 0 (1 << (c - 63)).
Definition union (a b : set) : set := Set_ (low a lor low b) (high a lor high b).
Definition inter (a b : set) : set := Set_ (low a land low b) (high a land high b).
Definition diff (a b : set) : set :=
  Set_ (low a lxor (low a land low b)) (high a lxor (high a land high b)).
Definition is_nothing (a : set) : bool := (low a =? 0) && (high a =? 0).
(** The same as [is_nothing (diff a b)] and [is_nothing (inter a b)], without building a set. *)
Definition subset (a b : set) : bool :=
  (low a lxor (low a land low b) =? 0) && (high a lxor (high a land high b) =? 0).
Definition disjoint (a b : set) : bool := (low a land low b =? 0) && (high a land high b =? 0).
Definition at_most_one (a : set) : bool :=
  if low a =? 0 then at_most_one_bit (high a)
  else if high a =? 0 then at_most_one_bit (low a) else false.
Definition add (c : num) (a : set) : set := union (single c) a.
Definition remove (c : num) (a : set) : set := diff a (single c).
Definition valid (c : num) : bool := c <? 126.

Lemma bit_of_spec c w : bit_of c w = bit w c.
Proof.
  unfold bit_of.
  assert (one : forall j, bit (1 << c) j = (j =? c) && negb (digits <=? j)).
  { intro j. rewrite bit_lsl, bit_1. destruct (digits <=? j) eqn:big.
    - rewrite orb_true_r, andb_false_r. reflexivity.
    - rewrite orb_false_r, andb_true_r.
      destruct (j <? c) eqn:below.
      + destruct (j =? c) eqn:same; [|reflexivity].
        apply eqb_spec in same; subst. apply ltb_spec in below. lia.
      + destruct (j =? c) eqn:same.
        * apply eqb_spec in same; subst. apply eqb_spec. apply to_Z_inj. rewrite sub_spec, Z.sub_diag. reflexivity.
        * destruct (j - c =? 0) eqn:zero; [|reflexivity].
          apply eqb_spec in zero. exfalso.
          assert (c <=? j = true) as le.
          { apply leb_spec. apply Bool.not_true_iff_false in below. rewrite ltb_spec in below. lia. }
          apply leb_spec in le. apply (f_equal to_Z) in zero. rewrite sub_spec, to_Z_0 in zero.
          pose proof (to_Z_bounded j). pose proof (to_Z_bounded c).
          rewrite Z.mod_small in zero by lia.
          apply Bool.not_true_iff_false in same. apply same, eqb_spec, to_Z_inj. lia. }
  destruct (bit w c) eqn:found.
  - apply negb_true_iff, Bool.not_true_iff_false. intro zero. apply eqb_spec in zero.
    apply (f_equal (fun v => bit v c)) in zero. rewrite land_spec, bit_0, found, one in zero.
    rewrite (proj2 (eqb_spec c c) eq_refl) in zero. rewrite !andb_true_l in zero.
    destruct (digits <=? c) eqn:big; [|discriminate zero].
    rewrite bit_M in found by assumption. discriminate found.
  - apply negb_false_iff, eqb_spec, bit_ext. intro j. rewrite land_spec, bit_0, one.
    destruct (j =? c) eqn:same; [|rewrite andb_false_r; reflexivity].
    apply eqb_spec in same; subst. rewrite found. reflexivity.
Qed.

Lemma mem_bits c s : mem c s = if c <? 63 then bit (low s) c else bit (high s) (c - 63).
Proof. unfold mem. rewrite !bit_of_spec. reflexivity. Qed.

(** A set with at most one bit: [w] and [w - 1] share the highest bit of [w] unless [w] is a power of two. *)
Lemma at_most_one_bit_spec w : at_most_one_bit w = true ->
  forall i j, bit w i = true -> bit w j = true -> i = j.
Proof.
  unfold at_most_one_bit. intros zero i j. rewrite !bitE. intros bi bj. apply to_Z_inj.
  apply eqb_spec in zero. apply (f_equal to_Z) in zero. rewrite land_spec', to_Z_0 in zero.
  pose proof (to_Z_bounded w) as bound. pose proof (to_Z_bounded i). pose proof (to_Z_bounded j).
  set (n := to_Z w) in *.
  assert (n <> 0)%Z as positive by (intros ->; rewrite Z.testbit_0_l in bi; discriminate bi).
  rewrite sub_spec, to_Z_1 in zero. fold n in zero. rewrite Z.mod_small in zero by lia.
  assert (n = 2 ^ Z.log2 n)%Z as power.
  { destruct (Z.eq_dec n (2 ^ Z.log2 n)) as [|differs]; [assumption|exfalso].
    pose proof (Z.log2_spec n ltac:(lia)) as [at_least below].
    assert (Z.log2 (n - 1) = Z.log2 n) as same by (apply Z.log2_unique; [apply Z.log2_nonneg|lia]).
    apply (f_equal (fun v => Z.testbit v (Z.log2 n))) in zero.
    rewrite Z.land_spec, Z.testbit_0_l, Z.bit_log2 in zero by lia.
    rewrite <- same, Z.bit_log2 in zero; [discriminate zero|].
    pose proof (Z.log2_nonneg n). assert (2 ^ Z.log2 n > 0)%Z by (apply Z.lt_gt, Z.pow_pos_nonneg; lia). lia. }
  rewrite power in bi, bj. rewrite Z.pow2_bits_eqb in bi, bj by apply Z.log2_nonneg.
  apply Z.eqb_eq in bi, bj. lia.
Qed.

(** Every bit of a word has a number below 63. *)
Lemma bit_number w (p : Z) : (0 <= p)%Z -> Z.testbit (to_Z w) p = true -> exists i, to_Z i = p /\ bit w i = true.
Proof.
  intros nonneg found. pose proof (to_Z_bounded w) as bound.
  assert (p < 63)%Z as below.
  { destruct (Z_lt_dec p 63) as [|big]; [assumption|exfalso].
    assert (to_Z w = 0 \/ 0 < to_Z w)%Z as [zero|positive] by lia.
    - rewrite zero, Z.testbit_0_l in found. discriminate found.
    - rewrite Z.bits_above_log2 in found; [discriminate found|lia|].
      apply Z.log2_lt_pow2; [lia|]. change wB with (2 ^ 63)%Z in bound.
      apply Z.lt_le_trans with (2 ^ 63)%Z; [lia|]. apply Z.pow_le_mono_r; lia. }
  assert (to_Z (of_Z p) = p) as same.
  { rewrite of_Z_spec. apply Z.mod_small. change wB with (2 ^ 63)%Z.
    split; [lia|]. apply Z.lt_trans with 63%Z; [lia|reflexivity]. }
  exists (of_Z p). split; [exact same|]. rewrite bitE, same. exact found.
Qed.

Lemma nonzero_bit w : (w =? 0) = false -> exists i, bit w i = true.
Proof.
  intro differs. pose proof (to_Z_bounded w).
  assert (to_Z w <> 0)%Z as positive.
  { intro zero. apply not_true_iff_false in differs. apply differs, eqb_spec, to_Z_inj. exact zero. }
  destruct (bit_number w (Z.log2 (to_Z w)) (Z.log2_nonneg _)) as [i [_ found]].
  - apply Z.bit_log2. lia.
  - exists i. exact found.
Qed.

Lemma two_bits w : at_most_one_bit w = false -> exists i j, bit w i = true /\ bit w j = true /\ i <> j.
Proof.
  intro two. destruct (nonzero_bit _ two) as [i both]. rewrite land_spec in both.
  apply andb_true_iff in both. destruct both as [here below].
  assert (exists j, bit w j = true /\ i <> j) as [j [there differs]].
  2: { exists i, j. auto. }
  pose proof (to_Z_bounded w) as bound. pose proof (to_Z_bounded i) as bound_i.
  rewrite bitE in here, below.
  assert (to_Z w <> 0)%Z as positive by (intro zero; rewrite zero, Z.testbit_0_l in here; discriminate here).
  rewrite sub_spec, to_Z_1, Z.mod_small in below by lia.
  destruct (Z.eq_dec (Z.clearbit (to_Z w) (to_Z i)) 0) as [alone|more].
  - exfalso. assert (to_Z w = 2 ^ to_Z i)%Z as power.
    { apply Z.bits_inj'. intros p nonneg. rewrite Z.pow2_bits_eqb by lia.
      destruct (Z.eqb_spec (to_Z i) p) as [<-|differs]; [exact here|].
      apply (f_equal (fun v => Z.testbit v p)) in alone.
      rewrite Z.clearbit_neq, Z.testbit_0_l in alone by lia. exact alone. }
    rewrite power in below. change (2 ^ to_Z i - 1)%Z with (Z.pred (2 ^ to_Z i)) in below.
    rewrite <- Z.ones_equiv in below. rewrite Z.ones_spec_high in below by lia. discriminate below.
  - assert (0 <= Z.clearbit (to_Z w) (to_Z i))%Z as nonneg 
      by (rewrite Z.clearbit_spec'; apply Z.ldiff_nonneg; lia).
    assert (0 < Z.clearbit (to_Z w) (to_Z i))%Z as more_than by lia.
    pose proof (Z.bit_log2 _ more_than) as found.
    rewrite Z.clearbit_eqb, andb_true_iff in found. destruct found as [found differs].
    destruct (bit_number w _ (Z.log2_nonneg _) found) as [j [number there]].
    exists j. split; [exact there|]. intros ->. rewrite <- number, Z.eqb_refl in differs. discriminate differs.
Qed.

(** ** What the rest of the proof uses *)

Lemma num_eqb_spec c d : num_eqb c d = true <-> c = d.
Proof. apply eqb_spec. Qed.

Lemma num_dec (c d : num) : {c = d} + {c <> d}.
Proof.
  destruct (num_eqb c d) eqn:same; [left|right].
  - apply num_eqb_spec. exact same.
  - intros equal. apply num_eqb_spec in equal. rewrite equal in same. discriminate same.
Qed.

Lemma mem_union c a b : mem c (union a b) = mem c a || mem c b.
Proof. rewrite !mem_bits. cbn [low high union]. destruct (c <? 63); apply lor_spec. Qed.

Lemma mem_inter c a b : mem c (inter a b) = mem c a && mem c b.
Proof. rewrite !mem_bits. cbn [low high inter]. destruct (c <? 63); apply land_spec. Qed.

Lemma mem_diff c a b : mem c (diff a b) = mem c a && negb (mem c b).
Proof.
  rewrite !mem_bits. cbn [low high diff].
  destruct (c <? 63); rewrite lxor_spec, land_spec; destruct (bit _ _), (bit _ _); reflexivity.
Qed.

Lemma mem_nothing c : mem c nothing = false.
Proof. rewrite mem_bits. cbn [low high nothing]. destruct (c <? 63); apply bit_0. Qed.

Lemma ltb_false x y : (x <? y) = false -> (to_Z y <= to_Z x)%Z.
Proof. intro no. apply not_true_iff_false in no. rewrite ltb_spec in no. lia. Qed.

Lemma sub_63 c : (c <? 63) = false -> to_Z (c - 63) = (to_Z c - 63)%Z.
Proof.
  intro big. apply ltb_false in big. change (to_Z 63) with 63%Z in big. pose proof (to_Z_bounded c).
  rewrite sub_spec. change (to_Z 63) with 63%Z. apply Z.mod_small. lia.
Qed.

Lemma mem_valid c a : mem c a = true -> valid c = true.
Proof.
  rewrite mem_bits. unfold valid. destruct (c <? 63) eqn:small; intro found; apply ltb_spec.
  - apply ltb_spec in small. change (to_Z 63) with 63%Z in small. change (to_Z 126) with 126%Z. lia.
  - destruct (digits <=? c - 63) eqn:big; [rewrite bit_M in found by exact big; discriminate found|].
    apply not_true_iff_false in big. rewrite leb_spec, (sub_63 _ small) in big.
    change (to_Z digits) with 63%Z in big. change (to_Z 126) with 126%Z. lia.
Qed.

(** The bits of [1 << d]. *)
Lemma bit_one d j : (d <? 63) = true -> bit (1 << d) j = (j =? d).
Proof.
  intro small. apply ltb_spec in small. change (to_Z 63) with 63%Z in small.
  pose proof (to_Z_bounded d). pose proof (to_Z_bounded j).
  rewrite bitE, lsl_spec, to_Z_1, Z.mul_1_l, Z.mod_small.
  2: { change wB with (2 ^ 63)%Z. split; [apply Z.pow_nonneg; lia|apply Z.pow_lt_mono_r; lia]. }
  rewrite Z.pow2_bits_eqb by lia.
  destruct (Z.eqb_spec (to_Z d) (to_Z j)) as [same|differs].
  - apply to_Z_inj in same. subst. symmetry. apply eqb_spec. reflexivity.
  - symmetry. apply not_true_iff_false. intro same. apply eqb_spec in same. subst. apply differs. reflexivity.
Qed.

Lemma mem_single c d : mem c (single d) = num_eqb c d && valid c.
Proof.
  destruct (num_eqb c d && valid c) eqn:right.
  - apply andb_true_iff in right. destruct right as [same ok]. apply num_eqb_spec in same. subst d.
    rewrite mem_bits. unfold single. destruct (c <? 63) eqn:small; cbn [low high].
    + rewrite bit_one by exact small. apply eqb_spec. reflexivity.
    + rewrite bit_one; [apply eqb_spec; reflexivity|]. apply ltb_spec. rewrite (sub_63 _ small).
      unfold valid in ok. apply ltb_spec in ok. change (to_Z 126) with 126%Z in ok. change (to_Z 63) with 63%Z. lia.
  - apply not_true_iff_false. intro found.
    pose proof (mem_valid _ _ found) as ok. rewrite ok, andb_true_r in right.
    apply not_true_iff_false in right. apply right. apply num_eqb_spec. clear right ok.
    rewrite mem_bits in found. unfold single in found.
    destruct (d <? 63) eqn:small, (c <? 63) eqn:small'; cbn [low high] in found;
      try (rewrite bit_0 in found; discriminate found).
    + rewrite bit_one in found by exact small. apply eqb_spec. exact found.
    + destruct (d - 63 <? 63) eqn:fits.
      * rewrite bit_one in found by exact fits. apply eqb_spec in found.
        apply (f_equal to_Z) in found. rewrite !sub_63 in found by assumption. apply to_Z_inj. lia.
      * exfalso. apply ltb_false in fits. change (to_Z 63) with 63%Z in fits.
        rewrite bitE, lsl_spec, to_Z_1, Z.mul_1_l in found.
        replace (2 ^ to_Z (d - 63) mod wB)%Z with 0%Z in found; [rewrite Z.testbit_0_l in found; discriminate found|].
        symmetry. apply Z.mod_divide; [discriminate|]. change wB with (2 ^ 63)%Z.
        exists (2 ^ (to_Z (d - 63) - 63))%Z. rewrite <- Z.pow_add_r by lia. f_equal. lia.
Qed.

Lemma high_number i w : bit w i = true ->
  (i + 63 <? 63) = false /\ (i + 63) - 63 = i.
Proof.
  intro found. assert (to_Z i < 63)%Z as small.
  { destruct (digits <=? i) eqn:big; [rewrite bit_M in found by exact big; discriminate found|].
    apply not_true_iff_false in big. rewrite leb_spec in big. change (to_Z digits) with 63%Z in big. lia. }
  pose proof (to_Z_bounded i).
  assert (to_Z (i + 63) = to_Z i + 63)%Z as plus.
  { rewrite add_spec. change (to_Z 63) with 63%Z. apply Z.mod_small. change wB with (2 ^ 63)%Z. lia. }
  assert ((i + 63 <? 63) = false) as big.
  { apply not_true_iff_false. rewrite ltb_spec, plus. change (to_Z 63) with 63%Z. lia. }
  split; [exact big|]. apply to_Z_inj. rewrite (sub_63 _ big), plus. lia.
Qed.

Lemma bit_small i w : bit w i = true -> (i <? 63) = true.
Proof.
  intro found. destruct (digits <=? i) eqn:big; [rewrite bit_M in found by exact big; discriminate found|].
  apply ltb_spec. apply not_true_iff_false in big. rewrite leb_spec in big.
  change (to_Z digits) with 63%Z in big. change (to_Z 63) with 63%Z. lia.
Qed.

Lemma low_mem i s : bit (low s) i = true -> mem i s = true.
Proof. intro found. rewrite mem_bits, (bit_small _ _ found). exact found. Qed.

Lemma high_mem i s : bit (high s) i = true -> mem (i + 63) s = true.
Proof. intro found. destruct (high_number _ _ found) as [big back]. rewrite mem_bits, big, back. exact found. Qed.

Lemma is_nothing_spec a : is_nothing a = true <-> forall c, mem c a = false.
Proof.
  unfold is_nothing. rewrite andb_true_iff, !eqb_spec. split.
  - intros [lo hi] c. rewrite mem_bits, lo, hi. destruct (c <? 63); apply bit_0.
  - intro none. split; apply eqb_spec.
    + destruct (low a =? 0) eqn:zero; [reflexivity|]. destruct (nonzero_bit _ zero) as [i found].
      rewrite <- (none i). apply low_mem. exact found.
    + destruct (high a =? 0) eqn:zero; [reflexivity|]. destruct (nonzero_bit _ zero) as [i found].
      rewrite <- (none (i + 63)). apply high_mem. exact found.
Qed.

Lemma subset_spec a b : subset a b = true <-> forall c, mem c a = true -> mem c b = true.
Proof.
  change (subset a b) with (is_nothing (diff a b)). rewrite is_nothing_spec. split; intros all c; specialize (all c); rewrite mem_diff in *;
    destruct (mem c a), (mem c b); auto. discriminate (all eq_refl).
Qed.

Lemma disjoint_spec a b : disjoint a b = true <-> forall c, mem c a = true -> mem c b = false.
Proof.
  change (disjoint a b) with (is_nothing (inter a b)). rewrite is_nothing_spec. split; intros all c; specialize (all c); rewrite mem_inter in *;
    destruct (mem c a), (mem c b); auto.
Qed.

Lemma at_most_one_true a : at_most_one a = true -> forall c d, mem c a = true -> mem d a = true -> c = d.
Proof.
  unfold at_most_one. intros one c d. rewrite !mem_bits.
  destruct (low a =? 0) eqn:zero.
  - apply eqb_spec in zero. rewrite zero, !bit_0.
    destruct (c <? 63) eqn:small_c; [discriminate|]. destruct (d <? 63) eqn:small_d; [discriminate|].
    intros in_c in_d. pose proof (at_most_one_bit_spec _ one _ _ in_c in_d) as same.
    apply (f_equal to_Z) in same. rewrite !sub_63 in same by assumption. apply to_Z_inj. lia.
  - destruct (high a =? 0) eqn:zero'; [|discriminate one].
    apply eqb_spec in zero'. rewrite zero', !bit_0.
    destruct (c <? 63); [|discriminate]. destruct (d <? 63); [|discriminate].
    apply at_most_one_bit_spec. exact one.
Qed.

Lemma at_most_one_false a : at_most_one a = false -> exists c d, mem c a = true /\ mem d a = true /\ c <> d.
Proof.
  unfold at_most_one. intros two. destruct (low a =? 0) eqn:zero; [|destruct (high a =? 0) eqn:zero'].
  - destruct (two_bits _ two) as (i & j & in_i & in_j & differ).
    exists (i + 63), (j + 63). repeat split; try (apply high_mem; assumption).
    intro same. apply differ. destruct (high_number _ _ in_i) as [_ <-]. rewrite same.
    apply (high_number _ _ in_j).
  - destruct (two_bits _ two) as (i & j & in_i & in_j & differ).
    exists i, j. repeat split; try (apply low_mem; assumption). exact differ.
  - destruct (nonzero_bit _ zero) as [i in_i]. destruct (nonzero_bit _ zero') as [j in_j].
    exists i, (j + 63). repeat split; [apply low_mem|apply high_mem|]; try assumption.
    intros ->. apply bit_small in in_i. destruct (high_number _ _ in_j) as [big _].
    rewrite big in in_i. discriminate in_i.
Qed.

Lemma num_of_nat_to_Z n : (n < 126)%nat -> to_Z (num_of_nat n) = Z.of_nat n.
Proof.
  intro small. unfold num_of_nat. rewrite of_Z_spec. apply Z.mod_small. change wB with (2 ^ 63)%Z. lia.
Qed.

Lemma num_of_nat_valid n : (n < 126)%nat -> valid (num_of_nat n) = true.
Proof.
  intro small. apply ltb_spec. rewrite num_of_nat_to_Z by exact small. change (to_Z 126) with 126%Z. lia.
Qed.

Lemma num_of_nat_inj n m : (n < 126)%nat -> (m < 126)%nat -> num_of_nat n = num_of_nat m -> n = m.
Proof.
  intros small_n small_m same. apply (f_equal to_Z) in same. rewrite !num_of_nat_to_Z in same by assumption. lia.
Qed.

(** ** Operations that the proof knows nothing about *)
Definition num_pred (n : num) : num := n - 1.
Definition num_odd (n : num) : bool := negb (n land 1 =? 0).
Definition num_half (n : num) : num := n >> 1.
Definition two_bytes (high low : num) : num := (high << 8) lor low.
