import type { ErrorBody } from '@simdeck/contract/errors.ts'

/** A problem of a file. `line` counts from 1, and line 1 is the header. `column` is null if the problem concerns the whole line. */
export interface ImportProblem {
  line: number | null
  column: string | null
  reason: string
}

/** All problems of a refused file, from the `fields` of the answer of the server, whose paths have the form `line N, column`. */
export function importProblems(fields: ErrorBody['fields']): ImportProblem[] {
  return (fields ?? []).map(({ path, message }) => {
    const parts = /^line (\d+)(?:, (.+))?$/.exec(path)
    return parts ? { line: Number(parts[1]), column: parts[2] ?? null, reason: message } : { line: null, column: path, reason: message }
  })
}
