import { Textarea } from '@mantine/core'
import { rejectCampaign } from '@simdeck/contract/approval.ts'
import { rejectionReason } from '@simdeck/contract/campaign-approval.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { call } from '../../session/api/api.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { awaitingText } from './awaiting-text.ts'
import { useDecided } from './use-decided.ts'
import css from './awaiting.module.css'

/** Asks for the reason of a rejection. It stays open with what was typed when the server refuses it. */
export function RejectDialog({ campaign, opened, onClose }: { campaign: Campaign; opened: boolean; onClose: () => void }) {
  const t = useText(awaitingText)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const isRight = rejectionReason.safeParse(reason).success
  const reject = useMutation({
    mutationFn: () => call(rejectCampaign, { params: { id: campaign.id }, body: { reason } }),
    ...useDecided(campaign, { done: t.rejected, failed: t.rejectFailed }),
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setTried(true)
    if (isRight) reject.mutate()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t.rejectTitle} keepOpen={reason !== ''}>
      <form className={css.reject} onSubmit={submit}>
        <p>{t.rejectWords}</p>
        <Textarea
          label={t.reason}
          description={t.reasonWords}
          value={reason}
          error={tried && !isRight ? t.reasonMissing : null}
          minRows={3}
          autosize
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className={css.acts}>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="danger" busy={reject.isPending}>
            {t.reject}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
