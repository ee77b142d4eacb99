import type { Campaign } from '@simdeck/contract/ota.ts'
import { CampaignStateText } from '../campaigns/CampaignState.tsx'
import { Matched } from './Matched.tsx'
import css from './palette.module.css'

/** A found campaign: name, ID and state. */
export function CampaignOption({ campaign, typed }: { campaign: Campaign; typed: string }) {
  return (
    <>
      <span className={css.foundName}>
        <Matched value={campaign.name} typed={typed} />
      </span>
      <span className={css.foundValue}>
        <Matched value={`#${campaign.id}`} typed={typed} /> <CampaignStateText campaign={campaign} />
      </span>
    </>
  )
}
