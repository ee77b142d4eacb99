import type { Member } from '@simdeck/contract/members.ts'
import type { ReactNode } from 'react'
import { CardLines } from '../ui/table/CardLines.tsx'
import { useText } from '../ui/words/text.ts'
import { RelativeTime } from '../ui/value/Time.tsx'
import { MemberName } from './member-columns.tsx'
import { memberText, roleText, userTypeText } from './member-text.ts'
import css from './members.module.css'
import { AccountStatus, MemberStatus, MfaStatus } from './MemberStatus.tsx'

/** Card of a member on a phone. */
export function MemberCard({ member, actions }: { member: Member; actions: ReactNode }) {
  const t = useText(memberText)
  const roles = useText(roleText)
  const types = useText(userTypeText)
  const { email, lastSignIn } = member
  return (
    <CardLines
      name={<MemberName member={member} />}
      end={actions}
      second={[
        <span key="email" className={css.clip} title={email}>
          {email}
        </span>,
        roles[member.role_id as keyof typeof roles],
        types[member.user_type as keyof typeof types],
      ]}
      parts={[
        { name: t.accountStatus, value: <AccountStatus member={member} /> },
        { name: t.status, value: <MemberStatus member={member} /> },
        { name: t.mfa, value: <MfaStatus member={member} /> },
        { name: t.lastSignIn, value: lastSignIn === null ? t.never : <RelativeTime at={lastSignIn} /> },
      ]}
    />
  )
}
