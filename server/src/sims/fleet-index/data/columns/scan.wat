;; Searches records of text for a needle, sixteen octets at a time.
;;
;; A record is its text in UTF-8, then 0xFF, then its slot in five octets, each with six bits of it (lowest first) in an octet from 0x80 to
;; 0xBF. No needle matches across records: UTF-8 has no 0xFF, and no text begins with an octet from 0x80 to 0xBF. Each record, also the
;; first one, has a 0xFF six octets before its start. After the last record, at least sixteen octets more than the needle has can be read.
(module
  (import "fleet" "memory" (memory 1 65536))

  ;; The place of the 0xFF that ends the record around `at`.
  (func $endOf (param $at i32) (result i32)
    (local $mask i32)
    (loop $next
      (local.set $mask (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (i8x16.splat (i32.const 0xff)))))
      (if (local.get $mask) (then (return (i32.add (local.get $at) (i32.ctz (local.get $mask))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br $next))
    (unreachable))

  ;; The slot of the record that ends at `end`.
  (func $slotOf (param $end i32) (result i32)
    (i32.or
      (i32.or
        (i32.or
          (i32.and (i32.load8_u offset=1 (local.get $end)) (i32.const 0x3f))
          (i32.shl (i32.and (i32.load8_u offset=2 (local.get $end)) (i32.const 0x3f)) (i32.const 6)))
        (i32.or
          (i32.shl (i32.and (i32.load8_u offset=3 (local.get $end)) (i32.const 0x3f)) (i32.const 12))
          (i32.shl (i32.and (i32.load8_u offset=4 (local.get $end)) (i32.const 0x3f)) (i32.const 18))))
      (i32.shl (i32.and (i32.load8_u offset=5 (local.get $end)) (i32.const 0x3f)) (i32.const 24))))

  ;; True if the needle is at `at`. Compares only the octets between its first and its last one.
  (func $holds (param $at i32) (param $needle i32) (param $length i32) (result i32)
    (local $place i32)
    (local.set $place (i32.const 1))
    (block $done
      (loop $next
        (br_if $done (i32.ge_s (local.get $place) (i32.sub (local.get $length) (i32.const 1))))
        (if (i32.ne
              (i32.load8_u (i32.add (local.get $at) (local.get $place)))
              (i32.load8_u (i32.add (local.get $needle) (local.get $place))))
          (then (return (i32.const 0))))
        (local.set $place (i32.add (local.get $place) (i32.const 1)))
        (br $next)))
    (i32.const 1))

  ;; The first place from `from` on at which the needle is; `to` if there is none.
  (func $find (param $from i32) (param $to i32) (param $needle i32) (param $length i32) (result i32)
    (local $first v128) (local $last v128) (local $mask i32) (local $at i32)
    (local.set $first (i8x16.splat (i32.load8_u (local.get $needle))))
    (local.set $last (i8x16.splat (i32.load8_u (i32.add (local.get $needle) (i32.sub (local.get $length) (i32.const 1))))))
    (loop $block
      (if (i32.ge_u (local.get $from) (local.get $to)) (then (return (local.get $to))))
      (local.set $mask
        (i8x16.bitmask
          (v128.and
            (i8x16.eq (v128.load (local.get $from)) (local.get $first))
            (i8x16.eq
              (v128.load (i32.add (local.get $from) (i32.sub (local.get $length) (i32.const 1))))
              (local.get $last)))))
      (block $without
        (loop $candidate
          (br_if $without (i32.eqz (local.get $mask)))
          (local.set $at (i32.add (local.get $from) (i32.ctz (local.get $mask))))
          (if (i32.gt_u (i32.add (local.get $at) (local.get $length)) (local.get $to)) (then (return (local.get $to))))
          (if (call $holds (local.get $at) (local.get $needle) (local.get $length)) (then (return (local.get $at))))
          (local.set $mask (i32.and (local.get $mask) (i32.sub (local.get $mask) (i32.const 1))))
          (br $candidate)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br $block))
    (unreachable))

  ;; Sets in the bitmap at `bits` the bit of each slot from 0 to `slots` whose record holds the needle.
  (func (export "mark") (param $from i32) (param $to i32) (param $needle i32) (param $length i32) (param $bits i32) (param $slots i32)
    (local $slot i32) (local $word i32)
    (loop $next
      (local.set $from (call $find (local.get $from) (local.get $to) (local.get $needle) (local.get $length)))
      (if (i32.ge_u (local.get $from) (local.get $to)) (then (return)))
      (local.set $from (call $endOf (local.get $from)))
      (local.set $slot (call $slotOf (local.get $from)))
      (if (i32.lt_u (local.get $slot) (local.get $slots))
        (then
          (local.set $word (i32.add (local.get $bits) (i32.shl (i32.shr_u (local.get $slot) (i32.const 5)) (i32.const 2))))
          (i32.store
            (local.get $word)
            (i32.or (i32.load (local.get $word)) (i32.shl (i32.const 1) (i32.and (local.get $slot) (i32.const 31)))))))
      (local.set $from (i32.add (local.get $from) (i32.const 6)))
      (br $next)))

  ;; The number of octets from `at` that equal those from `other`, up to sixteen.
  (func $equalOctets (param $at i32) (param $other i32) (result i32)
    (i32.ctz
      (i32.or
        (i32.const 0x10000)
        (i32.xor
          (i32.const 0xffff)
          (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (v128.load (local.get $other))))))))

  ;; True if the text of `length` octets at `at` comes after that at `other`.
  (func $isAfter (param $at i32) (param $other i32) (param $length i32) (result i32)
    (local $equal i32)
    (block $done
      (loop $next
        (br_if $done (i32.le_s (local.get $length) (i32.const 0)))
        (local.set $equal (call $equalOctets (local.get $at) (local.get $other)))
        (br_if $done (i32.ge_s (local.get $equal) (local.get $length)))
        (if (i32.lt_u (local.get $equal) (i32.const 16))
          (then
            (return
              (i32.gt_u
                (i32.load8_u (i32.add (local.get $at) (local.get $equal)))
                (i32.load8_u (i32.add (local.get $other) (local.get $equal)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (local.set $other (i32.add (local.get $other) (i32.const 16)))
        (local.set $length (i32.sub (local.get $length) (i32.const 16)))
        (br $next)))
    (i32.const 0))

  ;; Writes the records that hold the needle as pairs of slot and key to `found`, up to `room` pairs, and stores at `resume` the place from which
  ;; to continue. The key is the kind of the match (0: the text equals the needle, 1: it begins with it, 2: it contains it) in the bits from 16, and
  ;; the length of the text in octets below. Pairs with a key above `bound` are left out, and those whose key equals `bound` and whose text
  ;; comes after that at `worst` (0 for none). Returns the number of pairs.
  (func (export "rank")
    (param $from i32) (param $to i32) (param $needle i32) (param $length i32)
    (param $bound i32) (param $worst i32) (param $found i32) (param $room i32) (param $resume i32) (result i32)
    (local $count i32) (local $record i32) (local $start i32) (local $end i32) (local $key i32) (local $size i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $count) (local.get $room)))
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        (local.set $record (local.get $from))
        ;; No search is necessary if the record begins with the needle. Usually all records do, or few.
        (if (i32.lt_u
              (call $equalOctets (local.get $from) (local.get $needle))
              (select (local.get $length) (i32.const 17) (i32.le_u (local.get $length) (i32.const 16))))
          (then
            (local.set $from (call $find (local.get $from) (local.get $to) (local.get $needle) (local.get $length)))
            (br_if $done (i32.ge_u (local.get $from) (local.get $to)))))
        (local.set $end (call $endOf (local.get $from)))
        (local.set $start (local.get $from))
        (local.set $key (i32.const 1))
        (block $next_record
          (if (i32.ne (i32.load8_u (i32.sub (local.get $from) (i32.const 6))) (i32.const 0xff))
            (then
              (local.set $key (i32.const 2))
              (br_if $next_record (i32.lt_u (local.get $bound) (i32.const 0x20000)))
              ;; Usually the match is in the next record, whose start is known. Otherwise the start is searched backwards.
              (if (i32.eq (call $endOf (local.get $record)) (local.get $end))
                (then (local.set $start (local.get $record)))
                (else
                  (loop $back
                    (local.set $start (i32.sub (local.get $start) (i32.const 1)))
                    (br_if $back (i32.ne (i32.load8_u (i32.sub (local.get $start) (i32.const 6))) (i32.const 0xff))))))))
          (local.set $size (i32.sub (local.get $end) (local.get $start)))
          (if (i32.eq (local.get $size) (local.get $length)) (then (local.set $key (i32.const 0))))
          (local.set $key
            (i32.or
              (i32.shl (local.get $key) (i32.const 16))
              (select (local.get $size) (i32.const 0xffff) (i32.lt_u (local.get $size) (i32.const 0xffff)))))
          (br_if $next_record (i32.gt_u (local.get $key) (local.get $bound)))
          (if (i32.and (i32.eq (local.get $key) (local.get $bound)) (i32.ne (local.get $worst) (i32.const 0)))
            (then (br_if $next_record (call $isAfter (local.get $start) (local.get $worst) (local.get $size)))))
          (i32.store (i32.add (local.get $found) (i32.shl (local.get $count) (i32.const 3))) (call $slotOf (local.get $end)))
          (i32.store offset=4 (i32.add (local.get $found) (i32.shl (local.get $count) (i32.const 3))) (local.get $key))
          (local.set $count (i32.add (local.get $count) (i32.const 1))))
        (local.set $from (i32.add (local.get $end) (i32.const 6)))
        (br $next)))
    (i32.store (local.get $resume) (local.get $from))
    (local.get $count)))
