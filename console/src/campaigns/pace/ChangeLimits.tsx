import { changeCampaign, getCampaign, openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh, setAnswer } from '../../session/api/query.ts'
import { useMay } from '../../session/use-me.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Button, TextButton } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { areLimits, changeableNames, limitsOf, limitsOfRollout } from './limits-draft.ts'
import type { LimitsDraft } from './limits-draft.ts'
import { LimitFields } from './LimitFields.tsx'
import { paceText } from './pace-text.ts'

/** Button that changes the limits of a campaign with a rollout while it runs. */
export function ChangeLimits({ campaign: { id, state, rollout } }: { campaign: Campaign }) {
  const t = useText(paceText)
  const may = useMay('OTA_UPDATE')
  const [draft, setDraft] = useState<LimitsDraft | null>(null)
  const params = { id }
  const change = useMutation({
    mutationFn: (limits: LimitsDraft) => call(changeCampaign, { params, body: { action: 'setLimits', limits: limitsOf(limits) } }),
    onSuccess: (changed) => {
      setAnswer(getCampaign, { params }, changed)
      setDraft(null)
    },
    onError: (error) => {
      toastFailure(t.changeFailed, error)
      void refresh(getCampaign, { params })
    },
  })
  if (!may || !rollout || !openCampaignStates.includes(state)) return null
  return (
    <>
      <TextButton onClick={() => setDraft(limitsOfRollout(rollout))}>{t.change}</TextButton>
      <Dialog
        opened={draft !== null}
        onClose={() => setDraft(null)}
        title={t.changeTitle}
        keepOpen
        foot={
          <>
            <Button onClick={() => setDraft(null)}>{t.cancel}</Button>
            <Button
              variant="primary"
              busy={change.isPending}
              disabled={draft === null || !areLimits(draft)}
              onClick={() => draft && change.mutate(draft)}
            >
              {t.changeAct}
            </Button>
          </>
        }
      >
        <p>{t.changeWords}</p>
        {draft && <LimitFields names={changeableNames} draft={draft} onChange={setDraft} />}
      </Dialog>
    </>
  )
}
