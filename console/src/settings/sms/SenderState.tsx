import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { queryOf } from '../../session/api/query.ts'
import { Facts } from '../../ui/frame/Page.tsx'
import { None } from '../../ui/value/None.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import settings from '../settings.module.css'
import { GatewayFailure } from './GatewayFailure.tsx'
import { senderText } from './sender-text.ts'
import { smsFailureWords } from './sms-text.ts'
import css from './sms.module.css'

const refreshMs = 2_000

/** The session at the gateway and the figures of the messages to SIMs, as they are now. */
export function SenderState({ isPaused }: { isPaused: boolean }) {
  const t = useText(senderText)
  const causes = useText(smsFailureWords)
  const { data } = useQuery({ ...queryOf(endpoints.getSmsSender, {}), refetchInterval: refreshMs })
  if (!data) return null
  const { bound_since: since, last_error: last } = data
  const isShownBelow = since === null && !isPaused
  const counts = (['queued', 'sent', 'unknown', 'accepted', 'unconfirmed', 'delivered', 'failed'] as const).map((name) => ({
    name: t[name],
    value: t.messages(formatNumber(data[name])),
  }))
  return (
    <section className={settings.section} aria-label={t.title}>
      <h2>{t.title}</h2>
      <div className={clsx(settings.wide, css.state)}>
        <Facts
          facts={[
            { name: t.session, value: since ? <Time at={since} /> : isPaused ? t.isPaused : t.unbound },
            ...counts,
            { name: t.throttled, value: data.throttled_at ? <Time at={data.throttled_at} relative /> : <None /> },
            { name: t.lastError, value: last ? <LastError at={last.at} cause={isShownBelow ? null : causes[last.failure]} /> : <None /> },
          ]}
        />
        {last && isShownBelow && <GatewayFailure failure={last.failure} detail={last.detail} />}
      </div>
    </section>
  )
}

/** The time of a failure, with its cause unless that is shown elsewhere. */
function LastError({ at, cause }: { at: string; cause: string | null }) {
  return (
    <>
      <Time at={at} relative />
      {cause !== null && <p>{cause}</p>}
    </>
  )
}
