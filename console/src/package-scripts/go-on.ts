import type { FileManagementResult } from '@simdeck/contract/package-scripts.ts'
import { numbersFrom, withoutUse } from '@simdeck/protocol/card-files/script-part.ts'
import { linesOf } from './result-files.ts'

/** The ways to go on after a refused line: the numbers of the lines that a new campaign runs. */
export interface GoOn {
  /** The number of the line with which it begins. */
  from: number
  again: number[]
  /** The numbers of the lines that are left out, and of those that are run then; null if nothing is left to run. */
  without: { leftOut: number[]; run: number[] } | null
}

/**
 * The ways to go on with a script after the line that the card refused; null if it refused none. Earlier lines do not run again, apart
 * from the SELECT of the first file. If the card refused to read before the first change, nothing has run.
 */
export function goOnAfter(result: FileManagementResult): GoOn | null {
  const { failedLine, lines: answers } = result
  const lines = linesOf(result).flatMap((line) => line ?? [])
  if (failedLine === null || lines.length !== answers.length) return null
  const numberOf = (index: number): number => answers[index]!.number
  const numbers = (indexes: readonly number[]): number[] => indexes.map((one) => numberOf(one - 1))
  const from = answers.some(({ answer }) => answer !== null) ? failedLine : 0
  const leftOut = withoutUse(lines, failedLine)
  const run = numbersFrom(lines, from, leftOut)
  return {
    from: numberOf(from),
    again: numbers(numbersFrom(lines, from)),
    without: run.length > 0 ? { leftOut: leftOut.map(numberOf), run: numbers(run) } : null,
  }
}
