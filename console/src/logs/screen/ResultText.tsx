import { BlockedGlyph, FailedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'

const firstFailure = 400
const forbidden = 403

/** Result of a call by the HTTP status of its answer. */
export function ResultText({ status, pill }: { status: number; pill?: boolean }) {
  const t = useText(logText)
  if (status < firstFailure)
    return (
      <Status tone="succeeded" glyph={<SucceededGlyph />} quiet pill={pill ?? false}>
        {t.success}
      </Status>
    )
  const refused = status === forbidden
  return (
    <Status tone={refused ? 'blocked' : 'failed'} glyph={refused ? <BlockedGlyph /> : <FailedGlyph />} pill={pill ?? false}>
      {refused ? t.refused(String(status)) : t.failure(String(status))}
    </Status>
  )
}
