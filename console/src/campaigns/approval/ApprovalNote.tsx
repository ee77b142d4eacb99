import type { Campaign } from '@simdeck/contract/ota.ts'
import { IconUserCheck, IconUserX } from '@tabler/icons-react'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import type { Translations } from '../../ui/words/text.ts'
import { approvalText } from './approval-text.ts'

/** Note on a campaign that waits for approval, or that was not approved. */
export function ApprovalNote({ campaign: { approval, state } }: { campaign: Campaign }) {
  const t = useText(approvalText)
  if (!approval) return null
  if (state === 'awaitingApproval')
    return (
      <Note tone="ready" glyph={<IconUserCheck size={16} />}>
        {t.waiting}
        {t.waitingWords}
      </Note>
    )
  return (
    <Note tone="notfound" glyph={<IconUserX size={16} />}>
      {endOf(approval, t)}
      {t.nothingSent}
    </Note>
  )
}

function endOf({ outcome, decidedBy, reason }: NonNullable<Campaign['approval']>, t: Translations<typeof approvalText>): string {
  if (outcome === 'rejected') return t.wasRejected(decidedBy, reason)
  return outcome === 'withdrawn' ? t.wasWithdrawn(decidedBy) : t.wasExpired
}
