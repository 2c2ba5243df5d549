(** * The value of a position, by the claims that are proved *)

Require Import Bool List.
Import ListNotations.
From Noughts Require Import Game Cells Claims Head.

(** If the attacker can force a win although the lines of the defender count, then also if they do not count. *)
Lemma can_force_weak m n k a p s : can_force (Game m n k false) a p s -> can_force (Game m n k true) a p s.
Proof.
  induction 1 as [s c ok [line _]|s c ok _ IH|s some no_win _ IH].
  - apply (by_completing_a_line (Game m n k true) a s c ok). split; [exact line|left; reflexivity].
  - exact (by_another_move (Game m n k true) a s c ok IH).
  - apply (whatever_the_reply (Game m n k true)); [exact some| |exact IH].
    intros c ok [_ [same|no]]; [destruct a; discriminate same|discriminate no].
Qed.

Inductive value := Winner (p : player) | Draw.

(** What the claims say about the strong game, the game that people play. *)
Definition is_claim (a : player) (w : bool) (c : stated) : bool :=
  player_eqb (stated_attacker c) a && Bool.eqb (stated_wins c) w && (negb w || negb (stated_weak c)).
Definition value_of (h : head) : option value :=
  if existsb (is_claim X true) (head_claims h) then Some (Winner X)
  else if existsb (is_claim O true) (head_claims h) then Some (Winner O)
  else if existsb (is_claim X false) (head_claims h) && existsb (is_claim O false) (head_claims h) then Some Draw
  else None.

Definition has_value (h : head) (v : value) : Prop :=
  match v with
  | Winner p => can_force (game_of h false) p (head_turn h) (position_of h)
  | Draw => drawn (game_of h false) (head_turn h) (position_of h)
  end.

Lemma winner_sound h p : (forall c, In c (claims_of h) -> holds c) ->
  existsb (is_claim p true) (head_claims h) = true -> can_force (game_of h false) p (head_turn h) (position_of h).
Proof.
  intros all found. apply existsb_exists in found. destruct found as (c & here & yes). unfold is_claim in yes.
  rewrite !andb_true_iff, player_eqb_iff in yes. destruct yes as [[<- w] strong]. apply Bool.eqb_prop in w.
  apply negb_true_iff in strong. specialize (all (claim_of h c) (in_map _ _ _ here)).
  destruct all as [_ yes]. cbn in yes. rewrite w, strong in yes. exact yes.
Qed.

Lemma no_winner_sound h p : (forall c, In c (claims_of h) -> holds c) ->
  existsb (is_claim p false) (head_claims h) = true -> ~ can_force (game_of h false) p (head_turn h) (position_of h).
Proof.
  intros all found force. apply existsb_exists in found. destruct found as (c & here & yes). unfold is_claim in yes.
  rewrite !andb_true_iff, player_eqb_iff in yes. destruct yes as [[<- w] _]. apply Bool.eqb_prop in w.
  specialize (all (claim_of h c) (in_map _ _ _ here)). destruct all as [_ no]. cbn in no. rewrite w in no.
  apply no. destruct (stated_weak c); [|exact force]. apply can_force_weak. exact force.
Qed.

(** ** Theorem: if [check_file] accepts a file, the position has the value that its claims state. *)
Theorem value_sound : forall (source : Type) (next : source -> option (num * source)) (src : source) (h : head) (v :
  value),
  check_file source next src = Some h -> value_of h = Some v -> has_value h v.
Proof.
  intros source next src h v found stated. pose proof (check_sound source next src h found) as all.
  unfold value_of in stated.
  destruct (existsb (is_claim X true) _) eqn:x_wins; [injection stated as <-; exact (winner_sound h X all x_wins)|].
  destruct (existsb (is_claim O true) _) eqn:o_wins; [injection stated as <-; exact (winner_sound h O all o_wins)|].
  destruct (existsb (is_claim X false) _) eqn:no_x; [|discriminate stated].
  destruct (existsb (is_claim O false) _) eqn:no_o; [|discriminate stated]. injection stated as <-.
  split; apply no_winner_sound; assumption.
Qed.
