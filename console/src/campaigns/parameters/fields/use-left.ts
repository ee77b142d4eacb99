import { useState } from 'react'
import { useText } from '../../../ui/words/text.ts'
import type { FieldProblems } from '../draft/rules.ts'
import { problemText } from '../text/problem-text.ts'

/** Sentences for the mistakes of fields: of a field that the user has left, or of all after the user tried to continue. */
export function useLeft(problems: FieldProblems, tried: boolean) {
  const t = useText(problemText)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  return {
    problemOf: (field: string): string | null => {
      const problem = problems[field]
      return problem && (tried || left.has(field)) ? t[problem] : null
    },
    onBlur: (field: string) => () => setLeft((before) => new Set(before).add(field)),
  }
}
