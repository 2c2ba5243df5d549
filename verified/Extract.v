(** * The checker as an OCaml program

    Trusted here: the extraction of Rocq, the OCaml compiler, and that [uint63.ml] is arithmetic modulo 2^63. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63.
From Noughts Require Import Head Value.
From Noughts Require Agree.

Extraction "checker.ml" check_file value_of.

(** These are the axioms of the machine words in the standard library, [Uint63], and no others. *)
Print Assumptions check_sound.
Print Assumptions value_sound.
Print Assumptions Agree.check_agrees.
