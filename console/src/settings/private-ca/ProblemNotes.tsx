import type { ReactNode } from 'react'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { toneOfProblem } from './authority-problems.ts'
import type { Problem } from './authority-problems.ts'
import { useUnreachableAddress } from './authority-query.ts'
import css from './private-ca.module.css'
import { privateCaText } from './private-ca-text.ts'
import { problemText } from './problem-text.ts'

interface ProblemNotesProps {
  label: string
  found: readonly { problem: Problem; subject?: ReactNode; act?: ReactNode }[]
}

/** Problems in words, each with the CAs that have it or the action against it. */
export function ProblemNotes({ label, found }: ProblemNotesProps) {
  const t = useText(problemText)
  if (found.length === 0) return null
  return (
    <ul className={css.notes} aria-label={label}>
      {found.map(({ problem, subject, act }) => (
        <li key={problem}>
          <Note tone={toneOfProblem(problem)} end={act}>
            {subject}
            {t[problem]}
          </Note>
        </li>
      ))}
    </ul>
  )
}

/** Warning while the certificates that are made would name an address that no peer reaches. */
export function AddressWarning() {
  const t = useText(privateCaText)
  const address = useUnreachableAddress()
  if (address === null) return null
  return (
    <Note>
      <strong>{t.noAddress}</strong>
      <br />
      {t.noAddressWords(address)}
    </Note>
  )
}
