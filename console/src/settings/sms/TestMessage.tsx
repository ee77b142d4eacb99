import { TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { isSmsNumber } from '@simdeck/contract/sms-gateway.ts'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import settings from '../settings.module.css'
import { GatewayFailure } from './GatewayFailure.tsx'
import { smsStateWords, smsText } from './sms-text.ts'
import css from './sms.module.css'

type Result = Awaited<ReturnType<typeof send>>
const send = (to: string) => call(endpoints.sendTestMessage, { body: { to } })

/** Section that sends one test message, and shows whether it has arrived. */
export function TestMessage() {
  const t = useText(smsText)
  const [result, setResult] = useState<Result | null>(null)
  const form = useForm({
    saved: { to: '' },
    check: ({ to }) => ({ to: !isSmsNumber(to.trim()) && t.numberWrong }),
    send: async ({ to }) => {
      setResult(null)
      setResult(await send(to.trim()))
      return false
    },
    failed: (error) => toastFailure(t.notSent, error),
  })
  return (
    <section className={settings.section} aria-label={t.messageTitle}>
      <h2>{t.messageTitle}</h2>
      <p className={settings.note}>{t.messageWords}</p>
      <form {...form.props}>
        <div className={settings.wide}>
          <TextInput
            label={t.number}
            description={t.numberWords}
            placeholder="+819012345678"
            inputMode="tel"
            maxLength={16}
            autoComplete="off"
            {...form.text('to')}
          />
          <div role="status">{result && <Outcome {...result} />}</div>
        </div>
        <div className={settings.acts}>
          <span className={settings.saves}>
            <Button type="submit" busy={form.busy}>
              {t.send}
            </Button>
          </span>
        </div>
      </form>
    </section>
  )
}

function Outcome({ failure, detail, message_id, state }: Result) {
  const t = useText(smsText)
  const states = useText(smsStateWords)
  if (failure !== null || state === null) return <GatewayFailure failure={failure} detail={detail} />
  const isBad = ['expired', 'deleted', 'undeliverable', 'rejected'].includes(state)
  return (
    <Note tone={isBad ? 'failed' : state === 'delivered' ? 'succeeded' : 'started'}>
      {states[state]}
      <code className={css.detail}>{t.messageId(message_id ?? '')}</code>
    </Note>
  )
}
