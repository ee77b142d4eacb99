import type { Campaign } from '@simdeck/contract/ota.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { MayButton } from '../../session/MayButton.tsx'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { useText } from '../../ui/words/text.ts'
import { isReversible } from '../reversible.ts'
import { RollbackDialog } from './RollbackDialog.tsx'
import { rollbackText } from './rollback-text.ts'

/** Button that opens the confirmation of a rollback. A running campaign must be paused first. */
export function RollbackCampaign({ campaign }: { campaign: Campaign }) {
  const t = useText(rollbackText)
  const [opened, setOpened] = useState(false)
  if (!isReversible(campaign)) return null
  const runs = campaign.state === 'running' || campaign.state === 'scheduled'
  return (
    <>
      <DisabledReason reason={runs ? t.pauseFirst : null}>
        <MayButton permission="OTA_CREATE" icon={<IconArrowBackUp size={16} />} disabled={runs} onClick={() => setOpened(true)}>
          {t.rollback}
        </MayButton>
      </DisabledReason>
      {opened && <RollbackDialog campaign={campaign} onClose={() => setOpened(false)} />}
    </>
  )
}
