(** * The theory is about the game

    A position of the game and a state of the theory that describe the same situation: the attacker can force a win in
    one exactly if the attacker wins in the other. *)

Require Import Bool List Arith Lia.
Import ListNotations.
From Noughts Require Import Game Cells Theory.

(** The number of a cell: the cells are numbered row by row. *)
Definition number (g : game) (c : cell) : num := num_of_nat (snd c * columns g + fst c).

Definition small (g : game) : Prop := columns g * rows g <= 126.

Section Real.
Variable g : game.
Variable a : player.
Hypothesis small_board : small g.

Lemma number_bound c : on_board g c = true -> snd c * columns g + fst c < 126.
Proof.
  unfold on_board. rewrite andb_true_iff, !Nat.ltb_lt. intros [x y]. unfold small in small_board.
  assert (snd c * columns g + columns g <= rows g * columns g).
  { replace (snd c * columns g + columns g) with (S (snd c) * columns g) by lia. apply Nat.mul_le_mono_r. lia. }
  lia.
Qed.

Lemma number_inj c d : on_board g c = true -> on_board g d = true -> number g c = number g d -> c = d.
Proof.
  intros here there same. apply num_of_nat_inj in same; try (apply number_bound; assumption).
  unfold on_board in here, there. rewrite andb_true_iff, !Nat.ltb_lt in here, there.
  destruct c as [x y], d as [x' y']. cbn [fst snd] in *.
  rewrite (Nat.mul_comm y), (Nat.mul_comm y') in same.
  destruct (Nat.div_mod_unique (columns g) y y' x x') as [-> ->]; try reflexivity; try lia.
Qed.

Lemma same_cell_iff c d : same_cell c d = true <-> c = d.
Proof.
  unfold same_cell. rewrite andb_true_iff, !Nat.eqb_eq. destruct c, d. cbn.
  split; [intros []|intros [=]]; subst; auto.
Qed.

Lemma play_same p c s : play p c s c = Some p.
Proof. unfold play. rewrite (proj2 (same_cell_iff c c) eq_refl). reflexivity. Qed.

Lemma play_other p c s d : d <> c -> play p c s d = s d.
Proof.
  intro differs. unfold play. destruct (same_cell d c) eqn:same; [|reflexivity].
  apply same_cell_iff in same. congruence.
Qed.

Lemma line_on_board line c : In line (lines g) -> In c line -> on_board g c = true.
Proof. unfold lines. rewrite filter_In, forallb_forall. intros [_ all] here. exact (all c here). Qed.

Lemma other_differs (p : player) : other p <> p.
Proof. destruct p; discriminate. Qed.

(** The set has the cells of the line. *)
Definition covers (l : set) (line : list cell) : Prop := forall c, c ∈ l <-> exists d, In d line /\ number g d = c.

(** No cell of the line has a stone of player [p]. *)
Definition untouched (p : player) (s : position) (line : list cell) : Prop := forall d, In d line -> s d <> Some p.

(** The lines of a state are the lines that player [p], the opponent, has no stone on. *)
Definition open_lines (p : player) (s : position) (ls : list set) : Prop :=
  (forall l, In l ls -> exists line, In line (lines g) /\ covers l line /\ untouched p s line) /\
  (forall line, In line (lines g) -> untouched p s line -> exists l, In l ls /\ covers l line).

Record describes (t : state) (s : position) : Prop := {
  describes_free : forall c, c ∈ free t <-> exists d, legal g s d /\ number g d = c;
  describes_attack : open_lines (other a) s (attack t);
  describes_defend : if weak g then defend t = [] else open_lines a s (defend t)
}.

Lemma number_free t s d : describes t s -> on_board g d = true -> number g d ∈ free t <-> s d = None.
Proof.
  intros D on. rewrite (describes_free t s D). split.
  - intros (e & [on_e none] & same). rewrite <- (number_inj e d on_e on same). exact none.
  - intro none. exists d. split; [split; assumption|reflexivity].
Qed.

(** A line that lacks nothing is complete. *)
Lemma complete_iff t s l line p q : describes t s -> (forall r, r <> q -> r = p) -> In line (lines g) -> covers l
  line ->
  untouched q s line -> (forall c, ~ c ∈ lack t l) <-> (forall d, In d line -> s d = Some p).
Proof.
  intros D only here same open. split.
  - intros none d d_line. destruct (s d) as [r|] eqn:stone.
    + f_equal. apply only. intros ->. exact (open d d_line stone).
    + exfalso. apply (none (number g d)), mem_lack. split.
      * apply same. exists d. auto.
      * apply (number_free t s d D); [exact (line_on_board _ _ here d_line)|exact stone].
  - intros all c in_c. apply mem_lack in in_c. destruct in_c as [c_l in_c]. apply same in c_l.
    destruct c_l as (d & d_line & <-). apply (number_free t s d D) in in_c; [|exact (line_on_board _ _ here d_line)].
    rewrite (all d d_line) in in_c. discriminate in_c.
Qed.

Lemma att_done_iff t s : describes t s -> att_done t = true <-> has_line g a s.
Proof.
  intro D. destruct (describes_attack t s D) as [from to]. rewrite att_done_spec.
  assert (forall r, r <> other a -> r = a) as only by (destruct r, a; cbn; congruence).
  split.
  - intros (l & here & none). destruct (from l here) as (line & there & same & open). exists line.
    split; [exact there|]. apply (complete_iff t s l line a _ D only there same open). exact none.
  - intros (line & there & all). assert (untouched (other a) s line) as open.
    { intros d d_line stone. rewrite (all d d_line) in stone. injection stone as same.
      exact (other_differs a (eq_sym same)). }
    destruct (to line there open) as (l & here & same). exists l. split; [exact here|].
    apply (complete_iff t s l line a _ D only there same open). exact all.
Qed.

Lemma def_done_iff t s : describes t s -> def_done t = true <-> has_won g a (other a) s.
Proof.
  intro D. pose proof (describes_defend t s D) as D'. rewrite def_done_spec. unfold has_won. destruct (weak g).
  - split.
    + rewrite D'. intros (l & [] & _).
    + intros [_ [same|no]]; [destruct (other_differs a same)|discriminate no].
  - destruct D' as [from to]. assert (forall r, r <> a -> r = other a) as only by (destruct r, a; cbn; congruence).
    split.
    + intros (l & here & none). split; [|right; reflexivity].
      destruct (from l here) as (line & there & same & open). exists line.
      split; [exact there|]. apply (complete_iff t s l line _ a D only there same open). exact none.
    + intros [(line & there & all) _]. assert (untouched a s line) as open.
      { intros d d_line stone. rewrite (all d d_line) in stone. injection stone as same.
        exact (other_differs a same). }
      destruct (to line there open) as (l & here & same). exists l. split; [exact here|].
      apply (complete_iff t s l line _ a D only there same open). exact all.
Qed.

(** Moves of the game are moves of the theory. *)
Lemma free_play t s p d : describes t s -> legal g s d ->
  forall c, c ∈ remove (number g d) (free t) <-> exists e, legal g (play p d s) e /\ number g e = c.
Proof.
  intros D [on none] c. rewrite mem_remove, (describes_free t s D). split.
  - intros [(e & [on_e none_e] & <-) differs]. exists e. split; [|reflexivity]. split; [exact on_e|].
    rewrite play_other; [exact none_e|]. intros ->. apply differs. reflexivity.
  - intros (e & [on_e none_e] & <-). assert (e <> d) as differs.
    { intros ->. rewrite play_same in none_e. discriminate none_e. }
    rewrite play_other in none_e by exact differs. split.
    + exists e. split; [split; assumption|reflexivity].
    + intro same. apply differs. exact (number_inj _ _ on_e on same).
Qed.

Lemma open_own t s p q d ls : describes t s -> legal g s d -> p <> q -> open_lines q s ls -> open_lines q (play p d
  s) ls.
Proof.
  intros D [on none] differs [from to]. split.
  - intros l here. destruct (from l here) as (line & there & same & open). exists line.
    repeat split; try apply same; auto.
    intros e e_line. unfold play. destruct (same_cell e d) eqn:is_d; [congruence|]. exact (open e e_line).
  - intros line there open. apply (to line there). intros e e_line stone. apply (open e e_line).
    rewrite play_other; [exact stone|]. intros ->. congruence.
Qed.

Lemma open_opponent t s p d ls : describes t s -> legal g s d -> open_lines p s ls ->
  open_lines p (play p d s) (without (number g d) ls).
Proof.
  intros D [on none] [from to]. split.
  - intros l here. apply in_without in here. destruct here as [here no].
    destruct (from l here) as (line & there & same & open). exists line. repeat split; try apply same; auto.
    intros e e_line. destruct (same_cell e d) eqn:is_d.
    + apply same_cell_iff in is_d. subst e. exfalso. apply no, same. exists d. auto.
    + rewrite play_other; [exact (open e e_line)|]. intros ->. rewrite (proj2 (same_cell_iff d d) eq_refl) in is_d.
      discriminate is_d.
  - intros line there open.
    assert (~ In d line) as not_d by (intro d_line; exact (open d d_line (play_same p d s))).
    destruct (to line there) as (l & here & same).
    + intros e e_line stone. apply (open e e_line). rewrite play_other; [exact stone|]. intros ->.
      exact (not_d e_line).
    + exists l. split; [|exact same]. apply in_without. split; [exact here|]. intro d_l. apply same in d_l.
      destruct d_l as (e & e_line & same_number).
      rewrite (number_inj e d (line_on_board _ _ there e_line) on same_number) in e_line. exact (not_d e_line).
Qed.

Lemma describes_att t s d : describes t s -> legal g s d -> describes (att (number g d) t) (play a d s).
Proof.
  intros D ok. split.
  - exact (free_play t s a d D ok).
  - exact (open_own t s a (other a) d _ D ok (not_eq_sym (other_differs a)) (describes_attack t s D)).
  - pose proof (describes_defend t s D) as D'. cbn [defend att]. destruct (weak g).
    + rewrite D'. reflexivity.
    + exact (open_opponent t s a d _ D ok D').
Qed.

Lemma describes_def t s d : describes t s -> legal g s d -> describes (def (number g d) t) (play (other a) d s).
Proof.
  intros D ok. split.
  - exact (free_play t s (other a) d D ok).
  - exact (open_opponent t s (other a) d _ D ok (describes_attack t s D)).
  - pose proof (describes_defend t s D) as D'. cbn [defend def]. destruct (weak g); [exact D'|].
    exact (open_own t s (other a) a d _ D ok (other_differs a) D').
Qed.

(** ** The attacker wins in the theory: the attacker can force a win. *)
Lemma can_force_WA t : WA t -> forall s, describes t s -> can_force g a a s.
Proof.
  induction 1 as [t c no in_c yes|t c no in_c pass IHpass replies IHreplies]; intros s D;
    apply (describes_free t s D) in in_c; destruct in_c as (d & ok & <-);
    pose proof (describes_att t s d D ok) as D'.
  - apply (by_completing_a_line g a s d ok). split; [|left; reflexivity]. exact (proj1 (att_done_iff _ _ D') yes).
  - apply (by_another_move g a s d ok). apply whatever_the_reply.
    + assert (exists c, c ∈ free (att (number g d) t)) as [c in_c] by (destruct pass as [c ? in_c ?|c ? in_c ? ?];
        exists c; exact in_c).
      apply (describes_free _ _ D') in in_c. destruct in_c as (e & ok' & _). exists e. exact ok'.
    + intros e ok' yes. assert (number g e ∈ free (att (number g d) t)) as in_e by (apply (describes_free _ _ D');
        exists e; auto).
      apply (def_done_iff _ _ (describes_def _ _ e D' ok')) in yes.
      destruct (replies _ in_e) as [? no2 _ _|? no2 _ _ _]; congruence.
    + intros e ok'. assert (number g e ∈ free (att (number g d) t)) as in_e by (apply (describes_free _ _ D');
        exists e; auto).
      exact (IHreplies _ in_e _ (describes_def _ _ e D' ok')).
Qed.

Lemma can_force_WD t s : WD t -> describes t s -> can_force g a (other a) s.
Proof.
  intros [pass replies] D. apply whatever_the_reply.
  - assert (exists c, c ∈ free t) as [c in_c] by (destruct pass as [c ? in_c ?|c ? in_c ? ?]; exists c; exact in_c).
    apply (describes_free _ _ D) in in_c. destruct in_c as (e & ok & _). exists e. exact ok.
  - intros e ok yes. assert (number g e ∈ free t) as in_e by (apply (describes_free _ _ D); exists e; auto).
    apply (def_done_iff _ _ (describes_def _ _ e D ok)) in yes.
    destruct (replies _ in_e) as [? no2 _ _|? no2 _ _ _]; congruence.
  - intros e ok. assert (number g e ∈ free t) as in_e by (apply (describes_free _ _ D); exists e; auto).
    exact (can_force_WA _ (replies _ in_e) _ (describes_def _ _ e D ok)).
Qed.

(** ** The attacker can force a win: the attacker wins in the theory, in which the defender may also pass. *)
Lemma def_weaker r t : r ∈ free t -> def r t ≼ t.
Proof.
  intro in_r. split.
  - intros l here. cbn [attack def] in here. apply in_without in here. exists l. split; [apply here|].
    intros c in_c. lacks; auto. intros ->. tauto.
  - intros l here. exists l. split; [exact here|]. intros c in_c. lacks; auto.
Qed.

Lemma def_done_after c t : def_done t = false -> def_done (att c t) = false.
Proof.
  intro no. apply not_true_iff_false. intro yes. apply not_true_iff_false in no. apply no.
  apply def_done_spec in yes. destruct yes as (l & here & none). cbn [defend att] in here. apply in_without in here.
  destruct here as [here not_c]. apply def_done_spec. exists l. split; [exact here|].
  intros e in_e. apply (none e). lacks; auto. intros ->. tauto.
Qed.

Lemma WA_can_force q s : can_force g a q s -> forall t, describes t s -> def_done t = false ->
  (q = a -> WA t) /\ (q = other a -> won_D t).
Proof.
  induction 1 as [s d ok yes|s d ok _ IH|s [d ok] not_won _ IH]; intros t D no; split; intro side.
  - assert (number g d ∈ free t) as in_d by (apply (describes_free _ _ D); exists d; auto).
    apply (at_once t _ no in_d). exact (proj2 (att_done_iff _ _ (describes_att t s d D ok)) (proj1 yes)).
  - destruct (other_differs a (eq_sym side)).
  - assert (number g d ∈ free t) as in_d by (apply (describes_free _ _ D); exists d; auto).
    destruct (IH _ (describes_att t s d D ok) (def_done_after _ _ no)) as [_ after].
    destruct (after eq_refl) as [yes|[pass replies]].
    + exact (at_once t _ no in_d yes).
    + exact (later t _ no in_d pass replies).
  - destruct (other_differs a (eq_sym side)).
  - destruct (other_differs a side).
  - destruct (att_done t) eqn:yes; [left; exact yes|right].
    assert (replies : forall r, r ∈ free t -> WA (def r t)).
    { intros r in_r. apply (describes_free _ _ D) in in_r. destruct in_r as (e & ok' & <-).
      pose proof (describes_def t s e D ok') as D'. refine (proj1 (IH e ok' _ D' _) eq_refl).
      apply not_true_iff_false. intro won_def. apply (not_won e ok'). exact (proj1 (def_done_iff _ _ D') won_def). }
    split; [|exact replies].
    assert (number g d ∈ free t) as in_d by (apply (describes_free _ _ D); exists d; auto).
    destruct (won_weaker _ _ (def_weaker _ _ in_d) (or_intror (replies _ in_d))) as [yes'|win];
      [congruence|exact win].
Qed.

(** ** What a proof of a node means for the game *)
Section Sound.
Variables (t : state) (s : position) (Z : set).
Hypothesis D : describes t s.
Hypothesis not_over : unfinished g s.

Lemma no_line p : ~ has_line g p s.
Proof. destruct not_over, p; assumption. Qed.

Lemma start_att_done : att_done t = false.
Proof. apply not_true_iff_false. intro yes. apply (att_done_iff _ _ D) in yes. exact (no_line a yes). Qed.

Lemma start_def_done : def_done t = false.
Proof. apply not_true_iff_false. intro yes. apply (def_done_iff _ _ D) in yes. exact (no_line (other a) (proj1 yes)).
Qed.

Theorem wins_sound : Wins t Z -> can_force g a a s.
Proof.
  intros [sub win]. destruct (Won_weaker _ _ (down_weaker t Z (free t) sub (fun c h => h)) win) as [_ win'].
  apply (won_weaker _ _ (proj2 (down_up t))) in win'. destruct win' as [yes|win'].
  - rewrite start_att_done in yes. discriminate yes.
  - exact (can_force_WA t win' s D).
Qed.

Theorem wins_D_sound : Wins_D t Z -> can_force g a (other a) s.
Proof.
  intros (sub & pass & replies). apply (can_force_WD t s); [|exact D].
  assert (down t Z ≼ t) as L.
  { split.
    - intros l here. apply in_down in here. destruct here as [here cells]. exists l. split; [exact here|].
      intros c in_c. pose proof (cells c in_c). lacks; assumption.
    - intros l here. exists l. split; [exact here|]. intros c in_c. lacks; auto. }
  split.
  - destruct (won_weaker _ _ L (proj2 pass)) as [yes|win]; [rewrite start_att_done in yes;
      discriminate yes|exact win].
  - intros r in_r. assert (won (def r t)) as [yes|win].
    { destruct (mem_dec r Z) as [here|outside].
      - exact (won_le eq None _ _ corresponds_eq
          (le_def eq corresponds_eq _ _ _ _ _ (weaker_le _ _ L) eq_refl here in_r) (proj2 (replies r here))).
      - refine (won_le eq None _ _ corresponds_eq (le_def_outside eq _ _ _ _ (weaker_le _ _ L) in_r _) (proj2 pass)).
        intros (c & -> & here). exact (outside here). }
    + rewrite att_done_def, start_att_done in yes by exact in_r. discriminate yes.
    + exact win.
Qed.

Lemma up_all : t ≼ up t Z \/ ~ Z ⊆ free t.
Proof.
  destruct (subset Z (free t)) eqn:sub; [left|right; intro h; rewrite (proj2 (subset_spec _ _) h) in sub;
    discriminate sub].
  pose proof (proj1 (subset_spec _ _) sub) as sub'. split.
  - intros l here. exists l. split; [exact here|]. intros c in_c. lacks; auto.
  - intros l here. apply in_up in here. destruct here as [here cells]. exists l. split; [exact here|].
    intros c in_c. pose proof (cells c in_c). lacks; assumption.
Qed.

Theorem holds_sound : Holds t Z -> ~ can_force g a a s.
Proof.
  intros [sub no] force. destruct (WA_can_force a s force t D start_def_done) as [win _].
  destruct up_all as [L|not_sub]; [|exact (not_sub sub)].
  apply no, (won_weaker _ _ L). right. exact (win eq_refl).
Qed.

Theorem holds_D_sound : Holds_D t Z -> ~ can_force g a (other a) s.
Proof.
  intros [sub no] force. destruct (WA_can_force _ s force t D start_def_done) as [_ win].
  destruct up_all as [L|not_sub]; [|exact (not_sub sub)].
  apply no, (won_D_weaker _ _ L). exact (win eq_refl).
Qed.
End Sound.
End Real.
