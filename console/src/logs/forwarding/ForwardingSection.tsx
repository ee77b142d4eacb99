import { endpoints } from '@simdeck/contract/endpoints.ts'
import { behindCap } from '@simdeck/contract/log-forwarding.ts'
import type { LogForwarding } from '@simdeck/contract/log-forwarding.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { queryOf } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { formatMoment } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import css from '../logs.module.css'
import { failureWords, forwardingText } from './forwarding-text.ts'

const ForwardingDialog = lazy(async () => ({ default: (await import('./ForwardingDialog.tsx')).ForwardingDialog }))
const renewMs = 5_000

/** State of the forwarding of the logs, and its settings for ROOT. */
export function ForwardingSection() {
  const t = useText(forwardingText)
  const [editing, setEditing] = useState(false)
  const { data } = useQuery({ ...queryOf(endpoints.getLogForwarding, {}), refetchInterval: renewMs })
  return (
    <section className={css.chain}>
      <div className={css.chainHead}>
        <h2>{t.title}</h2>
        <MayButton permission="SETTING_PASSWORD_SECURITY" disabled={!data} onClick={() => setEditing(true)}>
          {t.set}
        </MayButton>
      </div>
      <p>{t.words}</p>
      {data && <State {...data} />}
      {editing && data && (
        <Suspense>
          <ForwardingDialog saved={data.target} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  )
}

function State({ target, state }: LogForwarding) {
  useZone()
  const t = useText(forwardingText)
  const language = useLanguage()
  if (!target || !state) return <p>{t.off}</p>
  const count = (n: number): string => (n >= behindCap ? t.orMore(formatNumber(n)) : t.rows(formatNumber(n)))
  const why = state.failure === null ? '' : failureWords[state.failure][language]
  return (
    <>
      <p>
        {t.to(`${target.host}:${target.port}`)} · {t.behind(count(state.behind.system), count(state.behind.security))}
      </p>
      {state.failing_since === null ? (
        <p role="status">{state.sent_at === null ? t.waiting : t.working(formatMoment(state.sent_at))}</p>
      ) : (
        <Note tone="failed">
          {t.failing(formatMoment(state.failing_since), why)} <bdi>{state.detail}</bdi>
        </Note>
      )}
    </>
  )
}
