import { openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '../../ui/words/text.ts'
import { rolledBackText } from './rolled-back-text.ts'
import css from '../campaign.module.css'

/** Link to the rollback of a campaign, with its state; nothing without one. */
export function RolledBack({ campaign: { rolledBackBy } }: { campaign: Pick<Campaign, 'rolledBackBy'> }) {
  const t = useText(rolledBackText)
  if (!rolledBackBy) return null
  const { id, state } = rolledBackBy
  const words =
    state === 'awaitingApproval'
      ? t.awaiting
      : openCampaignStates.includes(state)
        ? t.rollingBack
        : state === 'stopped'
          ? t.stopped
          : t.rolledBack
  return (
    <Link to="/otas/campaigns/$id" params={{ id: String(id) }} className={css.rolledBack}>
      {words(id)}
    </Link>
  )
}
