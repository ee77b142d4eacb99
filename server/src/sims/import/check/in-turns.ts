import { setImmediate } from 'node:timers/promises'

const linesAtOnce = 20

/**
 * The lines of a piece of a file, with turns for other requests between them. A large upload always has its next piece at hand, and to seal
 * the keys of a whole piece takes long, while each other request needs several turns.
 */
export async function* inTurns<Line>(piece: readonly Line[]): AsyncIterable<Line> {
  for (const [n, line] of piece.entries()) {
    if (n % linesAtOnce === linesAtOnce - 1) await setImmediate()
    yield line
  }
}
