/** Bytecode similar to the output of a converter, for CAP files made by `writeCap`. */
export interface SampleCode {
  /** Info of Method (JCVM 3.1 §6.10): no exception handlers, then methods one after another. */
  info: Uint8Array
  methods: readonly { offset: number; bytecodeCount: number }[]
  /** The offsets of the two-octet constant pool indices in the info, for ReferenceLocation. */
  referenceOffsets: readonly number[]
}

const methodHeaderLength = 2
const shortestMethod = methodHeaderLength + 1
const simpleInstructions = [0x03, 0x04, 0x05, 0x06, 0x18, 0x19, 0x1a, 0x1d, 0x1e, 0x1f, 0x3b, 0x3d, 0x41, 0x43, 0x45, 0x53]
const instruction = { nop: 0x00, bspush: 0x10, sspush: 0x11, return: 0x7a, invokestatic: 0x8d } as const

/** Random numbers below a limit, repeatable by the seed (mulberry32). */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

/** The smallest info that holds `methodCount` methods. */
export function leastCodeSize(methodCount: number): number {
  return 1 + methodCount * shortestMethod
}

/** Makes `methodCount` methods or more, which together fill exactly `size` octets of info. */
export function sampleCode(options: { seed: number; size: number; methodCount: number; poolSize: number }): SampleCode {
  const next = numbersFrom(options.seed)
  const info = new Uint8Array(options.size)
  const methods: { offset: number; bytecodeCount: number }[] = []
  const referenceOffsets: number[] = []
  let at = 1
  while (at < info.length) {
    const left = info.length - at
    const othersToCome = Math.max(0, options.methodCount - methods.length - 1)
    let length = Math.min(24 + next(160), left - othersToCome * shortestMethod)
    if (left - length < shortestMethod) length = left
    methods.push({ offset: at, bytecodeCount: length - methodHeaderLength })
    const end = at + length - 1
    info[at++] = 1 + next(5)
    info[at++] = (1 + next(3)) * 16 + next(4)
    while (at < end) at = writeInstruction(info, at, end, next, options.poolSize, referenceOffsets)
    info[at++] = instruction.return
  }
  return { info, methods, referenceOffsets }
}

function writeInstruction(
  info: Uint8Array,
  start: number,
  end: number,
  next: (limit: number) => number,
  poolSize: number,
  referenceOffsets: number[],
): number {
  const kind = next(10)
  const room = end - start
  if (kind < 3 && room >= 3) {
    info[start] = instruction.invokestatic
    const index = next(poolSize)
    info.set([index >> 8, index & 0xff], start + 1)
    referenceOffsets.push(start + 1)
    return start + 3
  }
  if (kind < 5 && room >= 3) {
    info.set([instruction.sspush, next(128), next(256)], start)
    return start + 3
  }
  if (kind < 6 && room >= 2) {
    info.set([instruction.bspush, next(256)], start)
    return start + 2
  }
  info[start] = simpleInstructions[next(simpleInstructions.length)] ?? instruction.nop
  return start + 1
}
