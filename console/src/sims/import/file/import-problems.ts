import type { ErrorBody } from '@simdeck/contract/errors.ts'

/** One thing wrong with a file; `line` counts from 1 with the header, `column` is null when it concerns the whole line. */
export interface ImportProblem {
  line: number | null
  column: string | null
  reason: string
}

/** What the server names of a refused file, from its `fields` (path `line N, column`). Nothing is left out. */
export function importProblems(fields: ErrorBody['fields']): ImportProblem[] {
  return (fields ?? []).map(({ path, message }) => {
    const parts = /^line (\d+)(?:, (.+))?$/.exec(path)
    return parts ? { line: Number(parts[1]), column: parts[2] ?? null, reason: message } : { line: null, column: path, reason: message }
  })
}
