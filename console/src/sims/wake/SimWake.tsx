import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SmsMessage } from '@simdeck/contract/sim-sms.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../session/api/api.ts'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { queryOf, setAnswer } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { useMay } from '../../session/use-me.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { SmsKeysDialog } from './SmsKeysDialog.tsx'
import { smsScriptText } from './sms-script-text.ts'
import { SmsMessageLine } from './SmsMessageLine.tsx'
import { wakeText } from './wake-text.ts'
import css from './wake.module.css'

const SmsScriptDialog = lazy(async () => ({ default: (await import('./SmsScriptDialog.tsx')).SmsScriptDialog }))

const isOpen = ({ state }: SmsMessage): boolean => state === 'queued' || state === 'sent' || state === 'unknown'
const pollWaitMs = 3_000
/** The time after a message in which its poll is looked for. */
const pollSoonMs = 5 * 60_000

/** True while the poll that a message causes may still come. */
const awaitsPoll = ({ sent_at: sent, polled_at: polled, state }: SmsMessage): boolean =>
  state !== 'failed' && sent !== null && polled === null && Date.now() - Date.parse(sent) < pollSoonMs

/** Wakes a SIM by SMS, and shows what became of its last messages. */
export function SimWake({ sim }: { sim: Sim }) {
  const t = useText(wakeText)
  const ofScript = useText(smsScriptText)
  const params = { id: sim.id }
  const [edits, setEdits] = useState(false)
  const [writes, setWrites] = useState(false)
  const mayWake = useMay('OTA_CREATE')
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.getSimSms, { params }, sim.last_poll),
    placeholderData: (before) => before,
    // The gateway may have been set up on another screen, or in another tab.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.messages.some(awaitsPoll) ? pollWaitMs : false),
  })
  const wake = useMutation({
    mutationFn: () => call(endpoints.wakeSim, { params }),
    onSuccess: (answer) => setAnswer(endpoints.getSimSms, { params }, answer),
    onError: (failure) => toastFailure(t.notWoken, failure),
    onSettled: () => void refetch(),
  })
  const waits = data?.messages.some(isOpen) ?? false
  const reason = !mayWake ? t.mayNot : data?.obstacle ? t[data.obstacle] : waits ? t.waits : null
  return (
    <Section
      title={t.title}
      note={data && (data.keys ? t.keySet(data.keys.key_set, data.keys.counter) : t.noKeySet)}
      end={
        <span className={css.acts}>
          <MayButton permission="SIM_UPDATE" size="sm" onClick={() => setEdits(true)}>
            {t.keys}
          </MayButton>
          <DisabledReason reason={reason}>
            <Button size="sm" disabled={!data || reason !== null} onClick={() => setWrites(true)}>
              {ofScript.open}
            </Button>
          </DisabledReason>
          <DisabledReason reason={reason}>
            <Button size="sm" disabled={!data || reason !== null} busy={wake.isPending} onClick={() => wake.mutate()}>
              {t.wake}
            </Button>
          </DisabledReason>
        </span>
      }
    >
      {error && !data && <ErrorState message={failureText(error)} onRetry={() => void refetch()} />}
      {data?.messages.length === 0 && <p className={css.note}>{data.wakes === 'agent' ? t.noneOfAgent : t.none}</p>}
      {data && data.messages.length > 0 && (
        <ul className={css.messages} aria-label={t.messages} aria-live="polite">
          {data.messages.map((message) => (
            <SmsMessageLine key={message.id} of={message} ofAgent={data.wakes === 'agent'} />
          ))}
        </ul>
      )}
      {edits && data && <SmsKeysDialog simId={sim.id} keys={data.keys} onClose={() => setEdits(false)} />}
      <Suspense>{writes && <SmsScriptDialog simId={sim.id} onClose={() => setWrites(false)} />}</Suspense>
    </Section>
  )
}
