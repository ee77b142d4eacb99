import { type Campaign, openCampaignStates } from '@simdeck/contract/ota.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { LinkButton } from '../../ui/form/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { rolledBackText } from './rolled-back-text.ts'
import css from '../campaign.module.css'

/** Note of a campaign that was rolled back: how far its rollback is, with a link to it. Nothing without one. */
export function RolledBackNote({ campaign: { rolledBackBy } }: { campaign: Campaign }) {
  const t = useText(rolledBackText)
  if (!rolledBackBy) return null
  const { id, state, left } = rolledBackBy
  const words =
    state === 'awaitingApproval'
      ? t.noteAwaiting
      : openCampaignStates.includes(state)
        ? t.noteRuns
        : state === 'stopped'
          ? t.noteStopped
          : state === 'completedWithFailures'
            ? t.notePartly
            : left > 0
              ? t.noteLeft(formatNumber(left))
              : t.noteDone
  return (
    <div className={css.over}>
      <Note
        tone={openCampaignStates.includes(state) ? 'started' : 'notfound'}
        glyph={<IconArrowBackUp size={16} />}
        end={
          <LinkButton to="/otas/campaigns/$id" params={{ id: String(id) }}>
            {t.open(id)}
          </LinkButton>
        }
      >
        {words}
      </Note>
    </div>
  )
}
