import { TextInput } from '@mantine/core'
import { changeCampaign, getCampaign } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh, setAnswer } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { PausedGlyph } from '../../ui/value/glyphs.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatBytes, formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { octetsOf } from './limits-draft.ts'
import { paceText } from './pace-text.ts'
import css from './pace.module.css'

/** Note that the campaign paused at its budget of octets, with a field for a larger one and the button that resumes with it. */
export function SpentBudget({ campaign: { id, paused, octets, rollout } }: { campaign: Campaign }) {
  const t = useText(paceText)
  const budget = rollout?.octetsInAll ?? 0
  const used = octets ?? 0
  const [typed, setTyped] = useState(String(budget))
  const next = octetsOf('octetsInAll', typed)
  const isRight = next !== null && next > used
  const params = { id }
  const resume = useMutation({
    mutationFn: () => call(changeCampaign, { params, body: { action: 'resume', octetsInAll: next } }),
    onSuccess: (changed) => setAnswer(getCampaign, { params }, changed),
    onError: (error) => {
      toastFailure(t.resumeFailed, error)
      void refresh(getCampaign, { params })
    },
  })
  if (!paused) return null
  return (
    <Note tone="interrupted" glyph={<PausedGlyph />}>
      <b>
        {t.spent}
        <Time at={paused.at} />
        {t.spentWords(formatBytes(used), formatBytes(budget))}
      </b>
      <p>{t.spentResume}</p>
      <form
        className={css.budget}
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight) resume.mutate()
        }}
      >
        <TextInput
          label={t.newBudget}
          description={next === null ? null : formatBytes(next)}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={isRight || typed === String(budget) ? null : t.aboveUsed(formatNumber(used))}
          onChange={(event) => setTyped(event.currentTarget.value.trim())}
        />
        <MayButton type="submit" permission="OTA_UPDATE" busy={resume.isPending} disabled={!isRight}>
          {t.resumeWith}
        </MayButton>
      </form>
    </Note>
  )
}
