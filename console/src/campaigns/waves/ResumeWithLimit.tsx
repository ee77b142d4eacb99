import { TextInput } from '@mantine/core'
import { changeCampaign, getCampaign } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh, setAnswer } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { useText } from '../../ui/words/text.ts'
import { isPercent } from './percent.ts'
import { wavesText } from './waves-text.ts'
import css from './waves.module.css'

/** Field for another limit of failures, and the button that resumes the campaign with it. */
export function ResumeWithLimit({ campaign: { id, rollout } }: { campaign: Campaign }) {
  const t = useText(wavesText)
  const [limit, setLimit] = useState(String(rollout?.maxFailedPercent ?? ''))
  const isRight = isPercent(limit)
  const params = { id }
  const resume = useMutation({
    mutationFn: () => call(changeCampaign, { params, body: { action: 'resume', maxFailedPercent: Number(limit) } }),
    onSuccess: (changed) => setAnswer(getCampaign, { params }, changed),
    onError: (error) => {
      toastFailure(t.resumeFailed, error)
      void refresh(getCampaign, { params })
    },
  })
  return (
    <form
      className={css.limit}
      onSubmit={(event) => {
        event.preventDefault()
        if (isRight) resume.mutate()
      }}
    >
      <TextInput
        label={t.limit}
        inputMode="decimal"
        autoComplete="off"
        value={limit}
        error={isRight ? null : t.limitWrong}
        onChange={(event) => setLimit(event.currentTarget.value.trim())}
      />
      <MayButton type="submit" permission="OTA_UPDATE" busy={resume.isPending} disabled={!isRight}>
        {t.resumeWith}
      </MayButton>
    </form>
  )
}
