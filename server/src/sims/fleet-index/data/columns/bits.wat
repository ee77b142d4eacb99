;; Operations on bitmaps, 128 slots at a time. The bitmaps are in one memory, and `octets`, their length, is a multiple of sixteen.
(module
  (import "fleet" "memory" (memory 1))

  ;; The number of set bits of each quarter, added to `counts`.
  (func $added (param $counts v128) (param $bits v128) (result v128)
    (i32x4.add
      (local.get $counts)
      (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt (local.get $bits))))))

  (func $sum (param $counts v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $counts)) (i32x4.extract_lane 1 (local.get $counts)))
      (i32.add (i32x4.extract_lane 2 (local.get $counts)) (i32x4.extract_lane 3 (local.get $counts)))))

  ;; Writes to `to` the slots that are in `one` and in `other`. Returns their number.
  (func (export "common") (param $to i32) (param $one i32) (param $other i32) (param $octets i32) (result i32)
    (local $counts v128) (local $bits v128) (local $end i32)
    (local.set $end (i32.add (local.get $one) (local.get $octets)))
    (loop $next
      (local.set $bits (v128.and (v128.load (local.get $one)) (v128.load (local.get $other))))
      (v128.store (local.get $to) (local.get $bits))
      (local.set $counts (call $added (local.get $counts) (local.get $bits)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $one (i32.add (local.get $one) (i32.const 16)))
      (local.set $other (i32.add (local.get $other) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $one) (local.get $end))))
    (call $sum (local.get $counts)))

  ;; Writes to `to` the slots that are in `one` and not in `other`. Returns their number.
  (func (export "without") (param $to i32) (param $one i32) (param $other i32) (param $octets i32) (result i32)
    (local $counts v128) (local $bits v128) (local $end i32)
    (local.set $end (i32.add (local.get $one) (local.get $octets)))
    (loop $next
      (local.set $bits (v128.andnot (v128.load (local.get $one)) (v128.load (local.get $other))))
      (v128.store (local.get $to) (local.get $bits))
      (local.set $counts (call $added (local.get $counts) (local.get $bits)))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $one (i32.add (local.get $one) (i32.const 16)))
      (local.set $other (i32.add (local.get $other) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $one) (local.get $end))))
    (call $sum (local.get $counts)))

  ;; Writes to `to` the slots that are in `one` or in `other`.
  (func (export "either") (param $to i32) (param $one i32) (param $other i32) (param $octets i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $one) (local.get $octets)))
    (loop $next
      (v128.store (local.get $to) (v128.or (v128.load (local.get $one)) (v128.load (local.get $other))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $one (i32.add (local.get $one) (i32.const 16)))
      (local.set $other (i32.add (local.get $other) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $one) (local.get $end)))))

  ;; The number of slots that are in both.
  (func (export "countCommon") (param $one i32) (param $other i32) (param $octets i32) (result i32)
    (local $counts v128) (local $end i32)
    (local.set $end (i32.add (local.get $one) (local.get $octets)))
    (loop $next
      (local.set $counts (call $added (local.get $counts) (v128.and (v128.load (local.get $one)) (v128.load (local.get $other)))))
      (local.set $one (i32.add (local.get $one) (i32.const 16)))
      (local.set $other (i32.add (local.get $other) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $one) (local.get $end))))
    (call $sum (local.get $counts)))

  ;; Writes to `found` up to `take` slots of the bitmap, ascending, after the first `skip` of them. Returns their number.
  (func (export "pick")
    (param $bits i32) (param $octets i32) (param $skip i32) (param $take i32) (param $found i32) (result i32)
    (local $at i32) (local $word i64) (local $count i32) (local $written i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $octets)))
        (local.set $word (i64.load (i32.add (local.get $bits) (local.get $at))))
        (local.set $count (i32.wrap_i64 (i64.popcnt (local.get $word))))
        (if (i32.ge_u (local.get $skip) (local.get $count))
          (then (local.set $skip (i32.sub (local.get $skip) (local.get $count))))
          (else
            (loop $bit
              (if (i32.eqz (local.get $skip))
                (then
                  (br_if $done (i32.ge_u (local.get $written) (local.get $take)))
                  (i32.store
                    (i32.add (local.get $found) (i32.shl (local.get $written) (i32.const 2)))
                    (i32.add (i32.shl (local.get $at) (i32.const 3)) (i32.wrap_i64 (i64.ctz (local.get $word)))))
                  (local.set $written (i32.add (local.get $written) (i32.const 1))))
                (else (local.set $skip (i32.sub (local.get $skip) (i32.const 1)))))
              (local.set $word (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
              (br_if $bit (i64.ne (local.get $word) (i64.const 0))))))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $next)))
    (local.get $written)))
