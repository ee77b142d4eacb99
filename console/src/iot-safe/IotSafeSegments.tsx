import { endpoints } from '@simdeck/contract/endpoints.ts'
import { iotSafeSegments } from '@simdeck/contract/iot-safe-sims.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../session/api/query.ts'
import { PageTabs } from '../ui/frame/Page.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { iotSafeText } from './iot-safe-text.ts'

/** SIMs that poll change without an event of their certificate, such as those whose applet is removed. */
const everyMs = 60_000

/** Tabs that filter the SIMs by the state of their newest certificate, each with the number of all SIMs in it. They keep the other filters. */
export function IotSafeSegments({ filters: { segment, ...others } }: { filters: { segment?: string } }) {
  const t = useText(iotSafeText)
  const { data } = useQuery({ ...queryOf(endpoints.iotSafeFigures, {}), refetchInterval: everyMs })
  const all = data && iotSafeSegments.reduce((sum, one) => sum + data[one], 0)
  const names = { active: t.active, pending: t.pending, attention: t.attention, none: t.noCertificate }
  const countOf = (count: number | undefined) => (count === undefined ? undefined : formatNumber(count))
  return (
    <PageTabs
      label={t.segments}
      tabs={[
        { words: t.all, count: countOf(all), link: { to: '.', search: others }, active: segment === undefined },
        ...iotSafeSegments.map((one) => ({
          words: names[one],
          count: countOf(data?.[one]),
          link: { to: '.' as const, search: { ...others, segment: one } },
          active: segment === one,
        })),
      ]}
    />
  )
}
