(* The machine words of Uint63: OCaml's integers have 63 bits on a 64-bit machine, and their arithmetic is modulo 2^63. *)

let () = assert (Sys.int_size = 63)

type t = int

let of_int (i : int) : t = i
let l_and (x : t) (y : t) : t = x land y
let l_or (x : t) (y : t) : t = x lor y
let l_xor (x : t) (y : t) : t = x lxor y
let l_sl (x : t) (y : t) : t = if 0 <= y && y < 63 then x lsl y else 0
let l_sr (x : t) (y : t) : t = if 0 <= y && y < 63 then x lsr y else 0
let add (x : t) (y : t) : t = x + y
let sub (x : t) (y : t) : t = x - y
let equal (x : t) (y : t) : bool = x = y

(* Words are not negative: compare them without their sign. *)
let lt (x : t) (y : t) : bool = x lxor min_int < y lxor min_int
let le (x : t) (y : t) : bool = x lxor min_int <= y lxor min_int
