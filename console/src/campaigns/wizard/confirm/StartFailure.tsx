import { listCampaigns } from '@simdeck/contract/campaign-list.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '../../../session/api/failure.ts'
import { queryOf } from '../../../session/api/query.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { FailedGlyph } from '../../../ui/value/glyphs.tsx'
import { useText } from '../../../ui/words/text.ts'
import { isAnswered, lostAnswerText } from '../../lost-answer.ts'
import { wizardText } from '../wizard-text.tsx'

/** The clocks of the browser and the server may differ by so much. */
const clockDifferenceMs = 60_000
const lookAgainMs = 5_000

/**
 * Error of the start. If the server did not answer, the campaign may have started: the note looks for it by its name, and links to it or, until
 * it is found, to the list of campaigns.
 */
export function StartFailure({ error, name, submittedAt }: { error: Error; name: string; submittedAt: number }) {
  const t = useText(wizardText)
  const lost = useText(lostAnswerText)
  const answered = isAnswered(error)
  const since = new Date(submittedAt - clockDifferenceMs).toISOString()
  const { data } = useQuery({
    ...queryOf(listCampaigns, { query: { search: name, created_start: since, take: 1 } }),
    enabled: !answered,
    refetchInterval: lookAgainMs,
  })
  const found = data?.data[0]
  return (
    <Note
      tone="failed"
      glyph={<FailedGlyph />}
      end={
        found ? (
          <Link to="/otas/campaigns/$id" params={{ id: String(found.id) }}>
            {t.toFoundCampaign(found.id)}
          </Link>
        ) : (
          <Link to="/otas/campaigns">{lost.toCampaigns}</Link>
        )
      }
    >
      <b>{answered ? t.startFailed : lost.unknown}</b>
      <br />
      {answered ? failureText(error) : lost.partial}
    </Note>
  )
}
