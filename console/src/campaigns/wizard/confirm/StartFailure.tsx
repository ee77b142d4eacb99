import { listCampaigns } from '@simdeck/contract/campaign-list.ts'
import { CallError } from '@simdeck/contract/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '../../../session/api/failure.ts'
import { queryOf } from '../../../session/api/query.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { FailedGlyph } from '../../../ui/value/glyphs.tsx'
import { useText } from '../../../ui/words/text.ts'
import { lostAnswerText } from '../../lost-answer.ts'
import type { UnansweredStart } from '../unanswered-start.ts'
import { wizardText } from '../wizard-text.tsx'

/** The clocks of the browser and the server may differ by so much. */
const clockDifferenceMs = 60_000
const lookAgainMs = 5_000

/** The fault of the campaign, such as a line of its script that an SMS cannot carry; else the message of the failure. */
export function mistakesText(error: unknown): string {
  const fields = error instanceof CallError ? (error.body?.fields ?? []) : []
  return fields.length > 0 ? fields.map(({ message }) => message).join('\n') : failureText(error)
}

/** Error of a start that the server answered. */
export function StartFailure({ error }: { error: Error }) {
  const t = useText(wizardText)
  return (
    <Note tone="failed" glyph={<FailedGlyph />}>
      <b>{t.startFailed}</b>
      <br />
      {mistakesText(error)}
    </Note>
  )
}

/** Note on a start without an answer: its campaign may have started. */
export function LostStart({ start }: { start: UnansweredStart }) {
  const lost = useText(lostAnswerText)
  return (
    <Note tone="failed" glyph={<FailedGlyph />} end={<TrueState start={start} />}>
      <b>{lost.unknown}</b>
      <br />
      {lost.partial}
    </Note>
  )
}

/** Looks for the campaign of a start without an answer by its name, and links to it or, until it is found, to the list of campaigns. */
export function TrueState({ start: { name, since } }: { start: UnansweredStart }) {
  const t = useText(wizardText)
  const { toCampaigns } = useText(lostAnswerText)
  const query = { search: name, created_start: new Date(since - clockDifferenceMs).toISOString(), take: 1 }
  const { data } = useQuery({ ...queryOf(listCampaigns, { query }), refetchInterval: lookAgainMs })
  const found = data?.data[0]
  return found ? (
    <Link to="/otas/campaigns/$id" params={{ id: String(found.id) }}>
      {t.toFoundCampaign(found.id)}
    </Link>
  ) : (
    <Link to="/otas/campaigns">{toCampaigns}</Link>
  )
}
