import type { SimCertificateDetails } from '@simdeck/contract/sim-certificates.ts'
import { outcomeOf } from '../../campaigns/results/failure-causes.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { useLanguage } from '../../ui/words/language.ts'

/** The cause of an OTA on a certificate or a file that failed, and what to do next. */
export function OtaFailure({ of: failure }: { of: SimCertificateDetails['failure'] }) {
  const language = useLanguage()
  const outcome = failure && outcomeOf({ progress: failure })
  if (!outcome) return null
  const { code, meaning, likelyCause, nextAction } = outcome
  return (
    <Note tone="failed">
      <b>{[meaning[language], code].filter((part) => part !== null).join(' · ')}</b>
      {likelyCause && <p>{likelyCause[language]}</p>}
      <p>{nextAction[language]}</p>
    </Note>
  )
}
