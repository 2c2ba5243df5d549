(** * The checker of a file: the claims of its first line, and the theorem about them *)

Require Import Bool List Arith Lia.
Import ListNotations.
From Noughts Require Import Game Cells Theory Real Check Sound Nodes.

(** What the first line of a file says. A symmetry is the list of the cells that cells 0, 1, 2, ... move to. *)
Record stated := Stated { stated_attacker : player; stated_wins : bool; stated_weak : bool }.
Record head := Head {
  head_columns : nat;
  head_rows : nat;
  head_in_a_row : nat;
  head_stones : list (list (option player));
  head_turn : player;
  head_claims : list stated;
  head_symmetries : list (list num)
}.

Definition game_of (h : head) (weak : bool) : game := Game (head_columns h) (head_rows h) (head_in_a_row h) weak.

Definition position_of (h : head) : position := fun c => nth (fst c) (nth (snd c) (head_stones h) []) None.

Definition claim_of (h : head) (c : stated) : claim :=
  Claim (game_of h (stated_weak c)) (position_of h) (head_turn h) (stated_attacker c) (stated_wins c).

(** ** The state of a claim *)
Definition player_eqb (p q : player) : bool := match p, q with X, X | O, O => true | _, _ => false end.
Definition has_stone (p : player) (s : position) (c : cell) : bool :=
  match s c with Some q => player_eqb p q | None => false end.
Definition is_empty (s : position) (c : cell) : bool := match s c with Some _ => false | None => true end.

Definition set_of (g : game) (cs : list cell) : set := fold_right (fun c acc => add (number g c) acc) nothing cs.

Definition open_sets (g : game) (opponent : player) (s : position) : list set :=
  map (set_of g) (filter (forallb (fun c => negb (has_stone opponent s c))) (lines g)).

Definition state_of (g : game) (attacker : player) (s : position) : state :=
  State (open_sets g (other attacker) s) (if weak g then [] else open_sets g attacker s)
    (set_of g (filter (is_empty s) (board g))).

Definition line_complete (g : game) (p : player) (s : position) : bool := existsb (forallb (has_stone p s)) (lines g).

Lemma player_eqb_iff p q : player_eqb p q = true <-> p = q.
Proof. destruct p, q; cbn; split; congruence. Qed.

Lemma has_stone_iff p s c : has_stone p s c = true <-> s c = Some p.
Proof.
  unfold has_stone. destruct (s c) as [q|]; [rewrite player_eqb_iff|]; split; congruence.
Qed.

Lemma line_complete_iff g p s : line_complete g p s = true <-> has_line g p s.
Proof.
  unfold line_complete, has_line. rewrite existsb_exists. split; intros (l & here & all); exists l; split; auto.
  - intros c in_c. rewrite forallb_forall in all. apply has_stone_iff. auto.
  - apply forallb_forall. intros c in_c. apply has_stone_iff. auto.
Qed.

Section State.
Variable g : game.
Hypothesis small_board : small g.

Lemma in_set_of cs : (forall c, In c cs -> on_board g c = true) ->
  forall n, n ∈ set_of g cs <-> exists c, In c cs /\ number g c = n.
Proof.
  induction cs as [|c cs IH]; intros on n; cbn [set_of fold_right].
  - rewrite nothing_iff. split; [intros []|intros (c & [] & _)].
  - fold (set_of g cs). rewrite mem_add by (apply num_of_nat_valid, number_bound; auto; apply on; left; reflexivity).
    rewrite IH by (intros d here; apply on; right; exact here). split.
    + intros [->|(d & here & same)]; [exists c|exists d]; split; auto; [left; reflexivity|right; exact here].
    + intros (d & [<-|here] & same); [left; auto|right; exists d; auto].
Qed.

Lemma in_board c : In c (board g) <-> on_board g c = true.
Proof.
  destruct c as [x y]. unfold board, on_board, cell. rewrite in_prod_iff, !in_seq, andb_true_iff, !Nat.ltb_lt. cbn.
  lia.
Qed.

Lemma open_sets_ok p s : open_lines g p s (open_sets g p s).
Proof.
  assert (same : forall line, forallb (fun c => negb (has_stone p s c)) line = true <-> untouched p s line).
  { intro line. rewrite forallb_forall. split; intros all c here; specialize (all c here).
    - intro stone. apply has_stone_iff in stone. rewrite stone in all. discriminate all.
    - apply negb_true_iff, not_true_iff_false. intro stone. apply has_stone_iff in stone. exact (all stone). }
  split.
  - intros l here. apply in_map_iff in here. destruct here as (line & <- & here). apply filter_In in here.
    destruct here as [here open]. exists line. repeat split; auto.
    + apply in_set_of. intros d d_line. exact (line_on_board g line d here d_line).
    + apply in_set_of. intros d d_line. exact (line_on_board g line d here d_line).
    + apply same. exact open.
  - intros line here open. exists (set_of g line). split.
    + apply in_map, filter_In. split; [exact here|apply same; exact open].
    + intro c. apply in_set_of. intros d d_line. exact (line_on_board g line d here d_line).
Qed.

Lemma state_of_describes a s : describes g a (state_of g a s) s.
Proof.
  split.
  - intro c. cbn [free state_of]. rewrite in_set_of.
    + unfold legal, is_empty. split; intros (d & here & same); exists d; split; auto.
      * apply filter_In in here. rewrite in_board in here. destruct here as [on none]. split; [exact on|].
        destruct (s d); [discriminate none|reflexivity].
      * apply filter_In. rewrite in_board. destruct here as [on ->]. auto.
    + intros d here. apply filter_In in here. apply in_board, here.
  - apply open_sets_ok.
  - cbn [defend state_of]. destruct (weak g); [reflexivity|apply open_sets_ok].
Qed.
End State.

(** ** The checker *)
Section File.
Variable source : Type.
Variable next : source -> option (num * source).

(** An earlier claim of the file. *)
Record earlier := Earlier { earlier_claim : stated; earlier_fact : option fact }.

Definition usable (c : stated) (e : earlier) : option fact :=
  let d := earlier_claim e in
  if Bool.eqb (stated_wins d) (stated_wins c) && Bool.eqb (stated_weak d) (stated_weak c)
  then earlier_fact e else None.

Fixpoint check_claims (h : head) (cells : list num) (syms : list symmetry) (past : list earlier)
    (claims : list stated) (src : source) : option source :=
  match claims with
  | [] => Some src
  | c :: rest =>
      let s := state_of (game_of h (stated_weak c)) (stated_attacker c) (position_of h) in
      let attacker_to_move := player_eqb (head_turn h) (stated_attacker c) in
      match check_state source next cells syms (map (usable c) past) (stated_wins c) attacker_to_move s src with
      | None => None
      | Some (z, src) =>
          let fact := if attacker_to_move then Some (Fact s (keep (stated_wins c) s z)) else None in
          check_claims h cells syms (past ++ [Earlier c fact]) rest src
      end
  end.

(** A symmetry moves the cells of the board to the cells of the board, and lines to lines. *)
Definition symmetry_ok (on_board : set) (lines : list set) (sym : symmetry) : bool :=
  is_symmetry sym && forallb (fun pair => mem (snd pair) on_board) sym
    && forallb (fun l => existsb (same_set l) lines) (map (preimage sym) lines).

(** The proofs of all claims of a file, to its end. *)
Definition check_proofs (h : head) (src : source) : bool :=
  let g := game_of h false in
  if columns g * rows g <=? 126 then
    let cells := map num_of_nat (seq 0 (columns g * rows g)) in
    let all := set_of g (board g) in
    let syms := map (combine cells) (head_symmetries h) in
    forallb (fun sym => length sym =? length cells) (head_symmetries h)
      && forallb (symmetry_ok all (map (set_of g) (lines g))) syms
      && negb (line_complete g X (position_of h)) && negb (line_complete g O (position_of h))
      && match check_claims h cells syms [] (head_claims h) src with
         | None => false
         | Some rest => match next rest with None => true | Some _ => false end
         end
  else false.

Definition all_hold (h : head) (claims : list stated) : Prop := forall c, In c claims -> holds (claim_of h c).

Definition past_ok (past : list earlier) : Prop :=
  forall e fact, In e past -> earlier_fact e = Some fact -> kept_ok (stated_wins (earlier_claim e)) (fact_kept fact).

Section Claims.
Variable h : head.
Variable cells : list num.
Variable syms : list symmetry.
Hypothesis small_board : small (game_of h false).
Hypothesis syms_ok : forall sym, In sym syms -> is_symmetry sym = true.
Hypothesis not_over : unfinished (game_of h false) (position_of h).

Lemma other_other p : other (other p) = p.
Proof. destruct p; reflexivity. Qed.

Lemma check_claims_sound : forall claims past src rest, past_ok past ->
  check_claims h cells syms past claims src = Some rest -> all_hold h claims.
Proof.
  induction claims as [|c claims IH]; intros past src rest ok found; [intros c []|].
  cbn [check_claims] in found. cbn zeta in found. set (g := game_of h (stated_weak c)) in *.
  set (s := state_of g (stated_attacker c) (position_of h)) in *.
  destruct (check_state _ _ _ _ _ _ _ _ _) as [[z src']|] eqn:checked; [|discriminate found].
  assert (proved_state (stated_wins c) (player_eqb (head_turn h) (stated_attacker c)) s z) as p.
  { refine (check_state_sound _ _ _ _ _ _ syms_ok _ _ _ _ _ _ checked). intros fact here.
    apply in_map_iff in here. destruct here as (e & same & here). unfold usable in same.
    destruct (Bool.eqb (stated_wins (earlier_claim e)) (stated_wins c)) eqn:same_wins; cbn [andb] in same;
      [|discriminate same].
    destruct (Bool.eqb (stated_weak (earlier_claim e)) (stated_weak c)); [|discriminate same].
    apply Bool.eqb_prop in same_wins. rewrite <- same_wins.
    exact (ok e fact here same). }
  intros d [<-|here].
  - assert (small g) as small_g by exact small_board.
    assert (unfinished g (position_of h)) as open by exact not_over.
    pose proof (state_of_describes g small_g (stated_attacker c) (position_of h)) as D. fold s in D.
    split; [exact open|]. cbn [wins claim_of in_game attacker to_move start]. fold g.
    unfold proved_state in p. destruct (player_eqb (head_turn h) (stated_attacker c)) eqn:turn.
    + apply player_eqb_iff in turn. rewrite turn. destruct (stated_wins c).
      * exact (wins_sound g _ small_g s _ z D open p).
      * exact (holds_sound g _ small_g s _ z D open p).
    + assert (head_turn h = other (stated_attacker c)) as ->.
      { destruct (head_turn h), (stated_attacker c); cbn in turn |- *; congruence. }
      destruct (stated_wins c).
      * exact (wins_D_sound g _ small_g s _ z D open p).
      * exact (holds_D_sound g _ small_g s _ z D open p).
  - refine (IH _ _ _ _ found d here). intros e fact in_e same. apply in_app_iff in in_e.
    destruct in_e as [old|[<-|[]]]; [exact (ok e fact old same)|]. cbn [earlier_fact earlier_claim] in *.
    unfold proved_state in p. destruct (player_eqb _ _); [|discriminate same]. injection same as <-. cbn [fact_kept].
    apply keep_ok. unfold proved. destruct (stated_wins c); exact p.
Qed.
End Claims.

(** If the checker accepts the proofs of a file, the claims of the file hold. *)
Theorem check_proofs_sound h src : check_proofs h src = true -> all_hold h (head_claims h).
Proof.
  unfold check_proofs. cbn zeta. intro found.
  destruct (columns _ * rows _ <=? 126) eqn:small_board; [|discriminate found]. apply Nat.leb_le in small_board.
  rewrite !andb_true_iff, !negb_true_iff in found. destruct found as [[[[_ syms_ok] no_x] no_o] accepted].
  destruct (check_claims _ _ _ _ _ _) as [rest|] eqn:checked; [|discriminate accepted].
  refine (check_claims_sound h _ _ small_board _ _ _ [] src rest _ checked).
  - intros sym here. rewrite forallb_forall in syms_ok. specialize (syms_ok sym here). unfold symmetry_ok in syms_ok.
    rewrite !andb_true_iff in syms_ok. apply syms_ok.
  - split; intro line; apply line_complete_iff in line; congruence.
  - intros e fact [].
Qed.
End File.
