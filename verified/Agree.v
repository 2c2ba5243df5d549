(** * The definition of the game agrees with a second one

    The definitions of [Game.v] and [Second.v] say the same about every board and every position. *)

Require Import Bool List Arith NArith ZArith Lia.
Import ListNotations.
From Noughts Require Import Game Cells Claims Real Head Sanity.
From Noughts Require Second.

Section Agree.
Variables m n k : nat.
Variable weak : bool.
Variable a : player.

Definition first : game := Game m n k weak.
Definition second : Second.game := Second.in_a_row m n k.

(** The number of a cell in the second definition. *)
Definition code (c : cell) : N := N.of_nat (fst c + m * snd c).

Lemma on_board_iff c : on_board first c = true <-> fst c < m /\ snd c < n.
Proof. unfold on_board, first. cbn [columns rows]. rewrite andb_true_iff, !Nat.ltb_lt. reflexivity. Qed.

Lemma code_injective c d : on_board first c = true -> on_board first d = true -> code c = code d -> c = d.
Proof.
  rewrite !on_board_iff. destruct c as [x y], d as [x' y']. unfold code. cbn. intros [] [] same.
  assert (x + m * y = x' + m * y') as same' by lia. assert (y = y') by nia. subst. f_equal. lia.
Qed.

Lemma in_second_board b : In b (Second.board second) <-> exists c, on_board first c = true /\ code c = b.
Proof.
  cbn. rewrite in_map_iff. split.
  - intros (i & <- & here). apply in_seq in here. assert (m <> 0) as some by (intros ->; lia).
    exists (i mod m, i / m). pose proof (Nat.div_mod i m some). pose proof (Nat.mod_upper_bound i m some).
    rewrite on_board_iff. unfold code. cbn [fst snd].
    split; [split; [lia|apply Nat.div_lt_upper_bound; lia]|]. f_equal. lia.
  - intros ([x y] & on & <-). apply on_board_iff in on. cbn in on. exists (x + m * y). split; [reflexivity|].
    apply in_seq. nia.
Qed.

(** ** The lines are the same *)
Definition inject (c : cell) : Z * Z := (Z.of_nat (fst c), Z.of_nat (snd c)).
Definition on_board' (p : Z * Z) : bool := Second.on_board m n (fst p) (snd p).
Definition code' (p : Z * Z) : N := Second.cell_at m (fst p) (snd p).

Lemma on_board_inject c : on_board' (inject c) = on_board first c.
Proof.
  apply eq_true_iff_eq. rewrite on_board_iff. unfold on_board', Second.on_board. cbn.
  rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. lia.
Qed.

Lemma code_inject c : code' (inject c) = code c.
Proof.
  unfold code', Second.cell_at, code. cbn. rewrite <- Nat2Z.inj_mul, <- Nat2Z.inj_add, <- nat_N_Z. apply N2Z.id.
Qed.

Lemma same_line (f : nat -> cell) (g : Z -> Z * Z) :
  (forall i, i < k -> g (Z.of_nat i) = inject (f i)) ->
  let places := map g (Second.numbers k) in let line := map f (seq 0 k) in
  forallb on_board' places = forallb (on_board first) line /\ map code' places = map code line.
Proof.
  intros same. cbn zeta. assert (map g (Second.numbers k) = map inject (map f (seq 0 k))) as ->.
  { unfold Second.numbers. rewrite !map_map. apply map_ext_in. intros i here. apply in_seq in here. apply same. lia. }
  generalize (map f (seq 0 k)) as line. intro line. split.
  - induction line as [|c line IH]; cbn; [reflexivity|]. rewrite IH, on_board_inject. reflexivity.
  - rewrite map_map. apply map_ext. exact code_inject.
Qed.

Lemma in_second_lines l : In l (Second.lines second) <->
  exists x y d, x < m /\ y < n /\ In d Second.directions /\
    let places := map (fun i => (Z.of_nat x + i * fst d, Z.of_nat y + i * snd d)%Z) (Second.numbers k) in
    forallb on_board' places = true /\ l = map code' places.
Proof.
  cbn [Second.lines second Second.in_a_row]. rewrite in_flat_map. split.
  - intros (y & in_y & here). apply in_flat_map in here as (x & in_x & here).
    apply in_flat_map in here as (d & in_d & here). unfold Second.numbers in in_x, in_y.
    apply in_map_iff in in_x as (x' & <- & in_x). apply in_map_iff in in_y as (y' & <- & in_y).
    apply in_seq in in_x, in_y. exists x', y', d. repeat split; try lia; auto.
    + unfold Second.line_from in here. fold on_board' in here.
      destruct (forallb _ _); [reflexivity|destruct here].
    + unfold Second.line_from in here. fold on_board' in here. destruct (forallb _ _); [|destruct here].
      destruct here as [<-|[]]. reflexivity.
  - intros (x & y & d & in_x & in_y & in_d & on & ->). cbn zeta in *.
    exists (Z.of_nat y). split; [apply in_map, in_seq; lia|]. apply in_flat_map. exists (Z.of_nat x).
    split; [apply in_map, in_seq; lia|]. apply in_flat_map. exists d. split; [exact in_d|].
    unfold Second.line_from. fold on_board'. rewrite on. left. reflexivity.
Qed.

Lemma in_lines l : In l (lines first) <->
  exists x y, x < m /\ y < n /\ In l (rays first (x, y)) /\ forallb (on_board first) l = true.
Proof.
  unfold lines. rewrite filter_In, in_flat_map. split.
  - intros [([x y] & here & ray) on]. apply (in_board first), on_board_iff in here. exists x, y. cbn in here. tauto.
  - intros (x & y & in_x & in_y & ray & on). split; [|exact on]. exists (x, y). split; [|exact ray].
    apply (in_board first), on_board_iff. cbn. auto.
Qed.

Lemma lines_in_second l : In l (lines first) -> In (map code l) (Second.lines second).
Proof.
  intro here. apply in_lines in here as (x & y & in_x & in_y & ray & on). apply in_second_lines.
  assert (forall (f : nat -> cell) x' d, l = map f (seq 0 k) -> x' < m -> In d Second.directions ->
    (forall i, i < k -> (Z.of_nat x' + Z.of_nat i * fst d, Z.of_nat y + Z.of_nat i * snd d)%Z = inject (f i)) ->
    exists x y d, x < m /\ y < n /\ In d Second.directions /\
      let places := map (fun i => (Z.of_nat x + i * fst d, Z.of_nat y + i * snd d)%Z) (Second.numbers k) in
      forallb on_board' places = true /\ map code l = map code' places) as found.
  { intros f x' d -> in_x' in_d same. exists x', y, d. repeat split; auto.
    - rewrite (proj1 (same_line f (fun i => (Z.of_nat x' + i * fst d, Z.of_nat y + i * snd d)%Z) same)). exact on.
    - symmetry. exact (proj2 (same_line f (fun i => (Z.of_nat x' + i * fst d, Z.of_nat y + i * snd d)%Z) same)). }
  cbn [rays in_a_row first] in ray. destruct ray as [<-|[<-|[<-|[<-|[]]]]].
  - apply (found (fun i => (x + i, y)) x (1, 0)%Z); cbn; auto. intros. unfold inject. cbn. f_equal; lia.
  - apply (found (fun i => (x, y + i)) x (0, 1)%Z); cbn; auto. intros. unfold inject. cbn. f_equal; lia.
  - apply (found (fun i => (x + i, y + i)) x (1, 1)%Z); cbn; auto. intros. unfold inject. cbn. f_equal; lia.
  - apply (found (fun i => (x + (k - 1 - i), y + i)) (x + (k - 1)) (-1, 1)%Z); cbn; auto.
    + destruct (Nat.eq_dec k 0) as [->|some]; [cbn; lia|]. rewrite forallb_forall in on.
      specialize (on (x + (k - 1 - 0), y + 0)). rewrite on_board_iff in on. cbn [fst] in on.
      destruct on as [on _]; [|lia]. apply in_map_iff. exists 0. split; [reflexivity|apply in_seq; lia].
    + intros. unfold inject. cbn. f_equal; lia.
Qed.

Lemma second_lines_in l : In l (Second.lines second) -> exists line, In line (lines first) /\ l = map code line.
Proof.
  intro here. apply in_second_lines in here as (x & y & d & in_x & in_y & in_d & on & ->). cbn zeta in on.
  assert (forall f x', x' < m -> In (map f (seq 0 k)) (rays first (x', y)) ->
    (forall i, i < k -> (Z.of_nat x + Z.of_nat i * fst d, Z.of_nat y + Z.of_nat i * snd d)%Z = inject (f i)) ->
    exists line, In line (lines first) /\
      map code' (map (fun i => (Z.of_nat x + i * fst d, Z.of_nat y + i * snd d)%Z) (Second.numbers k)) = map code line)
    as found.
  { intros f x' in_x' ray same. exists (map f (seq 0 k)).
    pose proof (same_line f (fun i => (Z.of_nat x + i * fst d, Z.of_nat y + i * snd d)%Z) same) as [on' codes].
    split; [|exact codes]. apply in_lines. exists x', y. repeat split; auto. rewrite <- on'. exact on. }
  cbn in in_d. destruct in_d as [<-|[<-|[<-|[<-|[]]]]]; cbn [fst snd] in *.
  - apply (found (fun i => (x + i, y)) x); cbn; auto. intros. unfold inject. cbn. f_equal; lia.
  - apply (found (fun i => (x, y + i)) x); cbn; auto. intros. unfold inject. cbn. f_equal; lia.
  - apply (found (fun i => (x + i, y + i)) x); cbn; auto. intros. unfold inject. cbn. f_equal; lia.
  - assert (k - 1 <= x) as enough.
    { destruct (Nat.eq_dec k 0) as [->|some]; [lia|]. rewrite forallb_forall in on.
      assert (on_board' (Z.of_nat x + Z.of_nat (k - 1) * -1, Z.of_nat y + Z.of_nat (k - 1) * 1)%Z = true) as last.
      { apply on. apply in_map_iff. exists (Z.of_nat (k - 1)). split; [reflexivity|].
        apply in_map, in_seq. lia. }
      unfold on_board', Second.on_board in last. cbn [fst snd] in last.
      rewrite !andb_true_iff, !Z.leb_le in last. lia. }
    apply (found (fun i => (x - (k - 1) + (k - 1 - i), y + i)) (x - (k - 1))); [lia|cbn; auto|].
    intros. unfold inject. cbn. f_equal; lia.
Qed.

(** ** The same position: the attacker's stones, and the defender's *)
Definition stones (p : player) (l : list N) (s : position) : Prop :=
  forall c, on_board first c = true -> In (code c) l <-> s c = Some p.

Lemma is_in_iff b l : Second.is_in b l = true <-> In b l.
Proof.
  unfold Second.is_in. rewrite existsb_exists. split.
  - intros (d & here & same). apply N.eqb_eq in same. subst. exact here.
  - intro here. exists b. split; [exact here|apply N.eqb_refl].
Qed.

Lemma same_has_line p l s : stones p l s -> Second.has_line second l = true <-> has_line first p s.
Proof.
  intros same. unfold Second.has_line, has_line. rewrite existsb_exists. split.
  - intros (line & here & all). apply second_lines_in in here as (line' & here & ->).
    exists line'. split; [exact here|].
    rewrite forallb_forall in all. intros c in_c. apply same.
    + exact (line_on_board first line' c here in_c).
    + apply is_in_iff, all, in_map. exact in_c.
  - intros (line & here & all). exists (map code line). split; [apply lines_in_second; exact here|].
    apply forallb_forall. intros b in_b. apply in_map_iff in in_b as (c & <- & in_c). apply is_in_iff, same; auto.
    exact (line_on_board first line c here in_c).
Qed.

Lemma same_moves al dl s : stones a al s -> stones (other a) dl s ->
  forall b, In b (Second.moves second al dl) <-> exists c, legal first s c /\ code c = b.
Proof.
  intros sa sd b. unfold Second.moves. rewrite filter_In, andb_true_iff, !negb_true_iff, in_second_board.
  assert (forall b l, Second.is_in b l = false <-> ~ In b l) as is_in_false.
  { intros b' l. rewrite <- is_in_iff. destruct (Second.is_in b' l); intuition congruence. }
  rewrite !is_in_false. split.
  - intros [(c & on & <-) [no_a no_d]]. exists c. split; [split; [exact on|]|reflexivity].
    rewrite (sa c on) in no_a. rewrite (sd c on) in no_d. destruct (s c) as [[]|], a; cbn in *; congruence.
  - intros (c & [on none] & <-). split; [exists c; auto|]. rewrite (sa c on), (sd c on), none. split; congruence.
Qed.

Lemma stones_play p l s c : on_board first c = true -> stones p l s -> stones p (code c :: l) (play p c s).
Proof.
  intros on same d on_d. cbn. rewrite (same d on_d). unfold play. destruct (same_cell d c) eqn:eq.
  - unfold same_cell in eq. rewrite andb_true_iff, !Nat.eqb_eq in eq.
    assert (d = c) as -> by (destruct c, d; cbn in *; f_equal; tauto). tauto.
  - split; [|tauto]. intros [code|]; [|tauto]. apply code_injective in code; auto. subst.
    unfold same_cell in eq. rewrite !Nat.eqb_refl in eq. discriminate eq.
Qed.

Lemma stones_other p l s c : legal first s c -> stones p l s -> stones p l (play (other p) c s).
Proof.
  intros [_ none] same d on_d. rewrite (same d on_d). unfold play. destruct (same_cell d c) eqn:eq; [|tauto].
  unfold same_cell in eq. rewrite andb_true_iff, !Nat.eqb_eq in eq.
  assert (d = c) as -> by (destruct c, d; cbn in *; f_equal; tauto).
  rewrite none. destruct p; cbn; intuition congruence.
Qed.

(** ** Both definitions say the same *)
Lemma same_force fuel : forall al dl s, stones a al s -> stones (other a) dl s ->
  forall attacker_to_move, Second.can_win_in fuel second weak al dl attacker_to_move = true <->
    force first a fuel (lines first) (if attacker_to_move then a else other a) s = true.
Proof.
  assert (itself : player_eqb a a = true) by (apply player_eqb_iff; reflexivity).
  assert (differs : player_eqb (other a) a = false) by (destruct a; reflexivity).
  induction fuel as [|fuel IH]; intros al dl s sa sd [|]; [tauto|tauto| |]; cbn [Second.can_win_in force].
  - rewrite itself, existsb_exists, any_iff. split.
    + intros (b & here & yes). apply (same_moves al dl s sa sd) in here as (c & ok & <-). exists c.
      split; [apply moves_iff; exact ok|]. cbn zeta. pose proof (stones_play a al s c (proj1 ok) sa) as sa'.
      destruct (ends _ _ _ _ _) eqn:won; [reflexivity|]. apply orb_true_iff in yes as [line|yes].
      * apply (same_has_line a _ _ sa') in line. exfalso.
        assert (ends first a (lines first) a (play a c s) = true) as won'; [|congruence].
        apply ends_iff. split; auto.
      * apply (IH _ dl (play a c s) sa') in yes; [exact yes|].
        pose proof (stones_other (other a) dl s c ok sd) as sd'. replace (other (other a)) with a in sd'; [exact sd'|].
        destruct a; reflexivity.
    + intros (c & here & yes). apply moves_iff in here as ok. exists (code c).
      split; [apply (same_moves al dl s sa sd); exists c; auto|]. cbn zeta in yes.
      pose proof (stones_play a al s c (proj1 ok) sa) as sa'. apply orb_true_iff.
      destruct (ends _ _ _ _ _) eqn:won.
      * left. apply ends_iff in won as [line _]. apply (same_has_line a _ _ sa'). exact line.
      * right. apply (IH _ dl (play a c s) sa'); [|exact yes].
        pose proof (stones_other (other a) dl s c ok sd) as sd'. replace (other (other a)) with a in sd'; [exact sd'|].
        destruct a; reflexivity.
  - rewrite differs. pose proof (same_moves al dl s sa sd) as same. pose proof (moves_iff first s) as legal_iff.
    destruct (Second.moves second al dl) as [|b bs] eqn:list, (moves first s) as [|c cs] eqn:list'.
    + tauto.
    + exfalso. assert (legal first s c) as ok by (apply legal_iff; left; reflexivity).
      apply (proj2 (same (code c))). exists c. auto.
    + exfalso. destruct (proj1 (same b) (or_introl eq_refl)) as (c & ok & _). apply legal_iff in ok. exact ok.
    + assert (after : forall c, legal first s c ->
        (negb (negb weak && Second.has_line second (code c :: dl)) &&
          Second.can_win_in fuel second weak al (code c :: dl) true = true <->
        (let t := play (other a) c s in
          if ends first a (lines first) (other a) t then false else force first a fuel (lines first) a t) = true)).
      { intros d ok. cbn zeta. pose proof (stones_play (other a) dl s d (proj1 ok) sd) as sd'.
        pose proof (stones_other a al s d ok sa) as sa'. rewrite andb_true_iff, negb_true_iff.
        rewrite (IH al _ _ sa' sd' true). pose proof (same_has_line (other a) _ _ sd') as line.
        assert (ends first a (lines first) (other a) (play (other a) d s) = true <->
          negb weak && Second.has_line second (code d :: dl) = true) as won.
        { rewrite ends_iff, andb_true_iff, negb_true_iff, line. unfold has_won. cbn.
          destruct a; cbn; intuition congruence. }
        destruct (ends _ _ _ _ _), (negb weak && _); intuition congruence. }
      rewrite forallb_forall, all_iff. split; intros all x here.
      * apply legal_iff in here as ok. apply (after x ok), all, same. exists x. auto.
      * apply same in here as (d & ok & <-). apply (after d ok), all, legal_iff. exact ok.
Qed.

Theorem definitions_agree al dl s attacker_to_move : stones a al s -> stones (other a) dl s ->
  Second.can_win second weak al dl attacker_to_move = true <->
    can_force first a (if attacker_to_move then a else other a) s.
Proof.
  intros sa sd. unfold Second.can_win. rewrite (same_force _ al dl s sa sd).
  split; [apply force_sound|]. intro yes. apply force_complete; [exact yes|].
  assert (length (moves first s) <= length (board first)) as few.
  { unfold moves. induction (board first) as [|c l IH]; cbn; [lia|]. destruct (is_empty s c); cbn; lia. }
  assert (length (board first) = m * n) as size by (unfold board, cell; rewrite prod_length, !seq_length; reflexivity).
  cbn [Second.board second Second.in_a_row]. rewrite map_length, seq_length. unfold cell in *. lia.
Qed.
End Agree.

(** ** Theorem: if [check_file] accepts a file, its claims hold in the second definition, too. *)
Definition stones_of (h : head) (p : player) : list N :=
  map (code (head_columns h)) (filter (has_stone p (position_of h)) (board (game_of h false))).

Lemma stones_of_ok h weak p :
  stones (head_columns h) (head_rows h) (head_in_a_row h) weak p (stones_of h p) (position_of h).
Proof.
  intros c on. unfold stones_of. rewrite in_map_iff, <- has_stone_iff. split.
  - intros (d & same & here). apply filter_In in here as [here stone]. apply (in_board (game_of h false)) in here.
    apply (code_injective (head_columns h) (head_rows h) (head_in_a_row h) weak) in same;
      [subst; exact stone|exact here|exact on].
  - intro stone. exists c. split; [reflexivity|]. apply filter_In. split; [|exact stone].
    apply (in_board (game_of h false)). exact on.
Qed.

Theorem check_agrees : forall (source : Type) (next : source -> option (num * source)) (src : source) (h : head),
  check_file source next src = Some h -> forall c, In c (head_claims h) ->
  let a := stated_attacker c in
  Second.can_win (Second.in_a_row (head_columns h) (head_rows h) (head_in_a_row h)) (stated_weak c)
    (stones_of h a) (stones_of h (other a)) (player_eqb (head_turn h) a) = stated_wins c.
Proof.
  intros source next src h found c here a. pose proof (check_sound source next src h found (claim_of h c)) as holds.
  specialize (holds (in_map _ _ _ here)) as [_ truth]. cbn in truth. fold a in truth.
  pose proof (definitions_agree _ _ _ (stated_weak c) a _ _ _ (player_eqb (head_turn h) a)
    (stones_of_ok h (stated_weak c) a) (stones_of_ok h (stated_weak c) (other a))) as agree.
  replace (if player_eqb (head_turn h) a then a else other a) with (head_turn h) in agree
    by (destruct (head_turn h), a; reflexivity).
  unfold second, first in agree. change (Game _ _ _ _) with (game_of h (stated_weak c)) in agree.
  destruct (stated_wins c); [apply agree; exact truth|]. apply not_true_iff_false. rewrite agree. exact truth.
Qed.
