import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SmsMessage } from '@simdeck/contract/sim-sms.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { explainResponseStatus } from '@simdeck/protocol/scp80/response-status.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { queryOf, setAnswer } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { useMay } from '../../session/use-me.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { SmsKeysDialog } from './SmsKeysDialog.tsx'
import { smsReasonWords, wakeText } from './wake-text.ts'
import css from './wake.module.css'

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
  const params = { id: sim.id }
  const [edits, setEdits] = useState(false)
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
            <Message key={message.id} of={message} ofAgent={data.wakes === 'agent'} />
          ))}
        </ul>
      )}
      {edits && data && <SmsKeysDialog simId={sim.id} keys={data.keys} onClose={() => setEdits(false)} />}
    </Section>
  )
}

function Message({ of, ofAgent }: { of: SmsMessage; ofAgent: boolean }) {
  const { state, created_at, reason, detail, attempts, counter, proof, polled_at } = of
  const t = useText(wakeText)
  const reasons = useText(smsReasonWords)
  const language = useLanguage()
  return (
    <li data-state={state}>
      <Time at={created_at} />
      <span className={css.state}>{t.states(state)}</span>
      <span className={css.facts}>
        {reason && <span>{reasons[reason]}</span>}
        {detail && <code>{detail}</code>}
        {attempts > 1 && <span>{t.attempts(attempts)}</span>}
        {counter !== null && <span>{t.counter(counter)}</span>}
        {proof && (
          <span>
            {proof.is_authentic ? t.proof : t.unproven}
            {explainResponseStatus(proof.status)[language]}
          </span>
        )}
        {polled_at && (
          <span>
            {ofAgent ? t.connected : t.polled}
            <Time at={polled_at} />
          </span>
        )}
      </span>
    </li>
  )
}
