import type { SecurityEvent } from '@simdeck/contract/security-log.ts'
import { LinkButton } from '../../ui/form/Button.tsx'
import { Facts } from '../../ui/frame/Page.tsx'
import type { Fact } from '../../ui/frame/Page.tsx'
import { None } from '../../ui/value/None.tsx'
import { formatClock, formatDay, formatMoment } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import css from '../screen/log-screen.module.css'
import { Outcome } from './security-columns.tsx'
import { accountOf, detailOf } from './security-row.ts'
import { eventText, securityText } from './security-text.ts'

/** Details of an event of the security log. */
export function SecurityDetails({ row }: { row: SecurityEvent }) {
  const t = useText(securityText)
  const { time } = useText(logText)
  const events = useText(eventText)
  const language = useLanguage()
  const clock = (at: string): string => `${formatDay(at)} ${formatClock(at)}`
  const plain = (name: string, value: string | null): Fact => ({ name, value: value === null ? <None /> : <bdi>{value}</bdi> })
  return (
    <>
      <section className={css.part}>
        <div className={css.titleOfRecord}>
          <h3>{events[row.event]}</h3>
          <Outcome row={row} pill />
        </div>
        <Facts
          facts={[
            plain(time, clock(row.at)),
            ...(row.count > 1 ? [plain(t.times, t.timesOf(formatNumber(row.count))), plain(t.last, clock(row.last_at))] : []),
            plain(t.who, accountOf(row, language)),
            plain(t.target, row.target),
            plain(t.detail, detailOf(row, language)),
            ...(row.until === null ? [] : [plain(t.until, formatMoment(row.until))]),
          ]}
        />
        {row.stranger !== null && <p className={css.grey}>{t.strangerWords}</p>}
      </section>
      <section className={css.part}>
        <Facts
          facts={[
            plain(t.source, row.source ?? t.onServer),
            plain(t.address, row.ip),
            plain(t.browser, row.user_agent),
            plain(t.route, row.route),
            plain(t.requestId, row.request_id),
          ]}
        />
      </section>
      <section className={css.part}>
        <div className={css.links}>
          {row.member !== null && (
            <LinkButton size="sm" to="/logs/security-log" search={{ member: row.member }}>
              {t.ofAccount}
            </LinkButton>
          )}
          {row.ip !== null && (
            <LinkButton size="sm" variant="ghost" to="/logs/security-log" search={{ ip: row.ip }}>
              {t.ofAddress}
            </LinkButton>
          )}
        </div>
      </section>
    </>
  )
}
