import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Member } from '@simdeck/contract/members.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { HistorySection } from '../logs/history/HistorySection.tsx'
import { failureText } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../ui/feedback/NotFoundHere.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { IdentityStrip, Page } from '../ui/frame/Page.tsx'
import { Copyable } from '../ui/value/Copyable.tsx'
import { Time } from '../ui/value/Time.tsx'
import { useText } from '../ui/words/text.ts'
import { LastSignIn } from './member-columns.tsx'
import { memberText, roleText, userTypeText } from './member-text.ts'
import { AccountStatus, MemberStatus, MfaStatus } from './MemberStatus.tsx'

/** Screen of one member: facts, and the changes of the account. */
export function MemberPage() {
  const { id = '' } = useParams({ strict: false })
  const t = useText(memberText)
  const memberId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.getMember, { params: { id: memberId } }),
    enabled: memberId > 0,
    refetchOnMount: 'always',
  })
  const back = { words: t.title, link: { to: '/members' } } as const
  if (memberId === 0 || (error instanceof CallError && error.status === 404))
    return <NotFoundHere title={t.notFound} message={t.notFoundWords} back={back} />
  return (
    <Page
      title={data?.name ?? t.title}
      heading={data && <bdi>{data.name}</bdi>}
      crumbs={[back]}
      beside={data && <AccountStatus member={data} />}
    >
      {data ? (
        <MemberFacts member={data} />
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={420} />
      )}
      {data && <HistorySection subject={`member:${data.id}`} />}
    </Page>
  )
}

function MemberFacts({ member }: { member: Member }) {
  const t = useText(memberText)
  const roles = useText(roleText)
  const types = useText(userTypeText)
  const { email, role_id: role, user_type: type, created, lastSignIn } = member
  return (
    <IdentityStrip
      facts={[
        { name: t.email, value: <Copyable value={email} name={t.email} /> },
        { name: t.role, value: roles[role as keyof typeof roles] },
        { name: t.userType, value: types[type as keyof typeof types] },
        { name: t.status, value: <MemberStatus member={member} /> },
        { name: t.mfa, value: <MfaStatus member={member} /> },
        { name: t.created, value: <Time at={created} /> },
        { name: t.lastSignIn, value: <LastSignIn at={lastSignIn} /> },
      ]}
    />
  )
}
