import type { Member } from '@simdeck/contract/members.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useMe } from '../session/use-me.ts'
import { Tag } from '../ui/value/Bits.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { useText } from '../ui/words/text.ts'
import { Time } from '../ui/value/Time.tsx'
import { isOwn } from './member-limits.ts'
import { memberText, roleText, userTypeText } from './member-text.ts'
import css from './members.module.css'
import { AccountStatus, MemberStatus, MfaStatus } from './MemberStatus.tsx'

/** Name of a member, isolated because it may be written from right to left. The user's own account has a tag. */
export function MemberName({ member }: { member: Member }) {
  const t = useText(memberText)
  const own = isOwn(useMe(), member)
  return (
    <span className={css.name}>
      <Link to="/members/$id" params={{ id: String(member.id) }} title={member.name}>
        <bdi>{member.name}</bdi>
      </Link>
      {own && <Tag>{t.you}</Tag>}
    </span>
  )
}

export function LastSignIn({ at }: { at: string | null }) {
  const t = useText(memberText)
  return at === null ? <span className={css.none}>{t.never}</span> : <Time at={at} relative="aligned" />
}

/** Columns of the member list. `actions` renders the actions on a member; it is null for a user who may not change members. */
export function useMemberColumns(actions: ((member: Member) => ReactNode) | null): Column<Member>[] {
  const t = useText(memberText)
  const roles = useText(roleText)
  const types = useText(userTypeText)
  return useMemo(
    () => [
      { id: 'name', header: t.name, sortable: true, cell: (member) => <MemberName member={member} />, clipAt: 240, skeleton: 120 },
      {
        id: 'email',
        header: t.email,
        sortable: true,
        cell: ({ email }) => <span title={email}>{email}</span>,
        clipAt: 280,
        skeleton: 170,
      },
      { id: 'role_id', header: t.role, sortable: true, cell: ({ role_id }) => roles[role_id as keyof typeof roles] },
      { id: 'user_type', header: t.userType, cell: ({ user_type }) => types[user_type as keyof typeof types] },
      { id: 'created', header: t.created, sortable: true, cell: ({ created }) => <Time at={created} />, skeleton: 110 },
      { id: 'status', header: t.status, sortable: true, cell: (member) => <MemberStatus member={member} /> },
      { id: 'accountStatus', header: t.accountStatus, sortable: true, cell: (member) => <AccountStatus member={member} /> },
      { id: 'mfa', header: t.mfa, cell: (member) => <MfaStatus member={member} /> },
      {
        id: 'lastSignIn',
        header: t.lastSignIn,
        sortable: true,
        cell: ({ lastSignIn }) => <LastSignIn at={lastSignIn} />,
        skeleton: 150,
      },
      ...(actions === null ? [] : [{ id: 'actions', header: t.actions, align: 'end' as const, cell: actions, skeleton: 28 }]),
    ],
    [t, roles, types, actions],
  )
}
