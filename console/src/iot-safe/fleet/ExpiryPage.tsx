import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Columns, Facts, Page, Section } from '../../ui/frame/Page.tsx'
import { formatDay } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { CertificateRunLink } from '../CertificateRunLink.tsx'
import { certText } from '../certificates/certificate-words.ts'
import css from './fleet.module.css'
import { fleetText } from './fleet-text.ts'
import { Renewals } from './Renewals.tsx'

type Figures = ResponseOf<typeof endpoints.certificateFigures>
const weekMs = 7 * 86_400_000
/** The server keeps its count for a while, so an answer may lack the change that caused the question. */
const everyMs = 60_000

/** Search of the list of certificates for those that end in the week from that day on. */
const searchOf = (from: string) => ({
  certStatus: 'Active',
  validToStart: from,
  validToEnd: new Date(Date.parse(from) + weekMs).toISOString(),
})

/** Screen of the certificates that end, by week, with the start of a renewal. */
export function ExpiryPage() {
  useZone()
  const t = useText(fleetText)
  const { data, error, refetch } = useQuery({ ...queryOf(endpoints.certificateFigures, {}), refetchInterval: everyMs })
  const total = data?.weeks.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <Page
      title={t.expiry}
      beside={data && <span className={css.beside}>{t.inWeeks(formatNumber(total))}</span>}
      actions={
        <CertificateRunLink step="renew" className={css.action}>
          {t.renew}
        </CertificateRunLink>
      }
    >
      <Renewals />
      {data ? (
        <Expiry of={data} />
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={420} />
      )}
    </Page>
  )
}

function Expiry({ of: { weeks, later, byStatus, byAuthority } }: { of: Figures }) {
  const t = useText(fleetText)
  const states = useText(certText)
  const filled = weeks.filter(({ count }) => count > 0)
  if (filled.length === 0 && later === 0) return <EmptyState title={t.none}>{t.noneWords}</EmptyState>
  const rail = (
    <>
      <Section title={t.byStatus}>
        <Facts end facts={byStatus.map(({ status, count }) => ({ name: states[status], value: formatNumber(count) }))} />
      </Section>
      <Section title={t.byAuthority}>
        <Facts end facts={byAuthority.map(({ name, count }) => ({ name, value: formatNumber(count) }))} />
      </Section>
    </>
  )
  return (
    <Columns rail={rail}>
      <Section title={t.chart} note={t.renewNote}>
        {filled.length === 0 ? <p className={css.note}>{t.noneInWeeks}</p> : <Weeks all={weeks} filled={filled} />}
        {later > 0 && <p className={css.note}>{t.later(formatNumber(later))}</p>}
      </Section>
    </Columns>
  )
}

/** The weeks as bars, and those with certificates as a table. */
function Weeks({ all, filled }: { all: Figures['weeks']; filled: Figures['weeks'] }) {
  const t = useText(fleetText)
  return (
    <>
      <Bars weeks={all} />
      <table className={css.weeks}>
        <thead>
          <tr>
            <th scope="col">{t.week}</th>
            <th scope="col" className={css.number}>
              {t.count}
            </th>
            <th scope="col" aria-label={t.expiry} />
          </tr>
        </thead>
        <tbody>
          {filled.map(({ from, count }) => (
            <tr key={from}>
              <th scope="row">
                {formatDay(from)} – {formatDay(Date.parse(from) + weekMs - 1)}
              </th>
              <td className={css.number}>{formatNumber(count)}</td>
              <td className={css.number}>
                <Link to="/iot-safe/certificates" search={searchOf(from)}>
                  {t.open(formatNumber(count))}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** A bar for each week, which leads to its certificates. */
function Bars({ weeks }: { weeks: Figures['weeks'] }) {
  const t = useText(fleetText)
  const most = Math.max(1, ...weeks.map(({ count }) => count))
  return (
    <ol className={css.bars} aria-label={t.chart}>
      {weeks.map(({ from, count }) => (
        <li key={from}>
          <Link
            to="/iot-safe/certificates"
            search={searchOf(from)}
            aria-label={t.bar(formatDay(from), formatNumber(count))}
            title={t.bar(formatDay(from), formatNumber(count))}
          >
            <span style={{ height: `${(count / most) * 100}%` }} data-empty={count === 0 || undefined} />
          </Link>
        </li>
      ))}
    </ol>
  )
}
