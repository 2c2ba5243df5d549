(* Reads the unpacked content of a proof file from standard input, runs the proved checker, and prints the claims that
   are proved. Exits with status 1 if the proof fails. This program is trusted to print what the checker returns.

   The checker gets the bytes as an immutable list, which is read from the input when it is needed. *)

open Checker

type bytes_left = { chunk : Bytes.t; place : int; rest : bytes_left option Lazy.t }

let rec read_chunk () =
  let chunk = Bytes.create 65536 in
  match input stdin chunk 0 65536 with
  | 0 -> None
  | size -> Some { chunk = Bytes.sub chunk 0 size; place = 0; rest = lazy (read_chunk ()) }

let bytes_read = ref 0

let rec next left =
  match left with
  | None -> None
  | Some { chunk; place; rest } ->
      if place = Bytes.length chunk then next (Lazy.force rest)
      else begin
        incr bytes_read;
        Some (Char.code (Bytes.unsafe_get chunk place), Some { chunk; place = place + 1; rest })
      end

let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n
let name = function X -> "X" | O0 -> "O"
let cell = function None -> "_" | Some X -> "x" | Some O0 -> "o"

let claim { stated_attacker; stated_wins; stated_weak } =
  let attacker = name stated_attacker and other = name (other stated_attacker) in
  match (stated_wins, stated_weak) with
  | true, false -> attacker ^ " can force a win."
  | false, false -> attacker ^ " cannot force a win."
  | true, true -> attacker ^ " can force a win if " ^ other ^ " only blocks."
  | false, true -> attacker ^ " cannot force a win, even if " ^ other ^ " only blocks."

let () =
  set_binary_mode_in stdin true;
  match check_file next (read_chunk ()) with
  | None ->
      Printf.printf "This checker rejects the unpacked proof at byte %d.\n" !bytes_read;
      exit 1
  | Some head ->
      Printf.printf "%d,%d,%d: %s to move in %s\n" (int_of_nat head.head_columns) (int_of_nat head.head_rows)
        (int_of_nat head.head_in_a_row) (name head.head_turn)
        (String.concat "/" (List.map (fun row -> String.concat "" (List.map cell row)) head.head_stones));
      List.iter (fun c -> print_endline (claim c)) head.head_claims;
      Option.iter (function Winner p -> print_endline (name p ^ " wins.") | Draw -> print_endline "It is a draw.")
        (value_of head)
