import { readScript, type ScriptLine } from './rfm-script.ts'

type Commands = readonly Pick<ScriptLine, 'command'>[]

const isSelect = (lines: Commands, at: number): boolean => lines[at]?.command.kind === 'select'

/** The index of the SELECT whose file a line works on: its own for a SELECT. */
const selectOf = (lines: Commands, at: number): number => lines.findLastIndex((_, index) => index <= at && isSelect(lines, index))

/**
 * The lines of a script with these numbers, which begin with 1. Null if a number is not that of a line, if the numbers do not ascend, or if
 * a line would work on another file because its SELECT is missing.
 */
export function partOfScript(script: readonly string[], numbers: readonly number[]): string[] | null {
  const { lines: read } = readScript(script)
  const lines = read.flatMap((line) => line ?? [])
  if (lines.length !== script.length) return null
  const kept = new Set(numbers.map((number) => number - 1))
  const ascends = numbers.every((number, at) => number >= 1 && number <= script.length && (at === 0 || number > numbers[at - 1]!))
  if (!ascends || [...kept].some((at) => !kept.has(selectOf(lines, at)))) return null
  return script.filter((_, at) => kept.has(at))
}

/** The numbers of the lines from an index on without those of `leftOut`, with the SELECT of the first one if it is before them. */
export function numbersFrom(lines: Commands, from: number, leftOut: readonly number[] = []): number[] {
  const kept = lines.flatMap((_, at) => (at >= from && !leftOut.includes(at) ? [at, selectOf(lines, at)] : []))
  return [...new Set(kept)].toSorted((one, other) => one - other).map((at) => at + 1)
}

/** The indexes of a refused line and of those that are of no use without it: the lines on a file that is not selected, or a SELECT that no other line uses. */
export function withoutUse(lines: Commands, refused: number): number[] {
  const select = selectOf(lines, refused)
  const users = lines.flatMap((_, at) => (at !== select && selectOf(lines, at) === select ? [at] : []))
  if (refused === select) return [select, ...users]
  return users.length === 1 ? [select, refused] : [refused]
}
