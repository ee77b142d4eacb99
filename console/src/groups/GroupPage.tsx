import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Group } from '@simdeck/contract/groups.ts'
import { groupTypes } from '@simdeck/contract/groups.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { HistorySection } from '../logs/history/HistorySection.tsx'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../ui/feedback/NotFoundHere.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { IdentityStrip, Page } from '../ui/frame/Page.tsx'
import { None } from '../ui/value/None.tsx'
import { Time } from '../ui/value/Time.tsx'
import { countText } from '../ui/words/counted.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { groupText } from './group-text.ts'

/** Screen of one group: its fields, the number of its SIMs with a link to them, and its changes. */
export function GroupPage() {
  const { id = '' } = useParams({ strict: false })
  const t = useText(groupText)
  const groupId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.getGroup, { params: { id: groupId } }),
    enabled: groupId > 0,
    refetchOnMount: 'always',
  })
  const back = { words: t.simList, link: { to: '/' } } as const
  if (groupId === 0 || (error instanceof CallError && error.status === 404))
    return <NotFoundHere title={t.unknown} message={t.unknownWords} back={back} />
  return (
    <Page title={data?.name ?? t.group} heading={data && <bdi>{data.name}</bdi>} crumbs={[back]}>
      {data ? (
        <GroupFacts group={data} />
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={420} />
      )}
      {data && <HistorySection subject={`group:${data.id}`} />}
    </Page>
  )
}

function GroupFacts({ group }: { group: Group }) {
  const t = useText(groupText)
  const sims = useText(countText).sims
  const { id, size, type, phone_number: phone, address, created } = group
  const plain = (value: string | null) => (value === null ? <None /> : <bdi>{value}</bdi>)
  return (
    <IdentityStrip
      facts={[
        {
          name: 'SIM',
          value: (
            <Link to="/" search={{ group: String(id) }}>
              {sims(formatNumber(size))}
            </Link>
          ),
        },
        { name: t.type, value: type === groupTypes.reseller ? t.reseller : t.enterprise },
        { name: t.phone, value: plain(phone) },
        { name: t.address, value: plain(address) },
        { name: t.createdAt, value: <Time at={created} /> },
      ]}
    />
  )
}
