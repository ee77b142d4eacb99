import { accountStatuses, memberStatuses } from '@simdeck/contract/members.ts'
import type { Member } from '@simdeck/contract/members.ts'
import { IconLock, IconShieldCheck, IconShieldOff, IconShieldQuestion } from '@tabler/icons-react'
import { formatMoment } from '../ui/words/clock.ts'
import { BlockedGlyph, InterruptedGlyph, ReadyGlyph, SucceededGlyph } from '../ui/value/glyphs.tsx'
import { Status } from '../ui/value/StatusText.tsx'
import { useText } from '../ui/words/text.ts'
import { accountStatusText, memberStatusText, mfaText } from './member-text.ts'

/** Confirmation status of a member. */
export function MemberStatus({ member: { status, invitedUntil } }: { member: Member }) {
  const t = useText(memberStatusText)
  const account = useText(accountStatusText)
  const confirmed = status === memberStatuses.confirmed
  return (
    <Status
      tone={confirmed ? 'succeeded' : 'ready'}
      glyph={confirmed ? <SucceededGlyph /> : <ReadyGlyph />}
      quiet
      title={invitedUntil === null ? undefined : account.invitedUntil(formatMoment(invitedUntil))}
    >
      {t[status]}
    </Status>
  )
}

/** Account status: active, inactive, awaiting confirmation, or locked. */
export function AccountStatus({ member: { accountStatus, lockedUntil } }: { member: Member }) {
  const t = useText(accountStatusText)
  if (lockedUntil !== null) {
    return (
      <Status tone="failed" glyph={<IconLock size={15} />} title={t.lockedUntil(formatMoment(lockedUntil))}>
        {t.locked}
      </Status>
    )
  }
  if (accountStatus === accountStatuses.active) {
    return (
      <Status tone="succeeded" glyph={<SucceededGlyph />} quiet>
        {t[accountStatus]}
      </Status>
    )
  }
  const inactive = accountStatus === accountStatuses.inactive
  return (
    <Status tone={inactive ? 'blocked' : 'interrupted'} glyph={inactive ? <BlockedGlyph /> : <InterruptedGlyph />} quiet={!inactive}>
      {t[accountStatus]}
    </Status>
  )
}

export function MfaStatus({ member: { mfaStatus } }: { member: Member }) {
  const t = useText(mfaText)
  if (mfaStatus === null) {
    return (
      <Status tone="interrupted" glyph={<IconShieldQuestion size={15} />}>
        {t.unknown}
      </Status>
    )
  }
  return (
    <Status
      tone={mfaStatus ? 'succeeded' : 'offline'}
      glyph={mfaStatus ? <IconShieldCheck size={15} /> : <IconShieldOff size={15} />}
      quiet
    >
      {mfaStatus ? t.on : t.off}
    </Status>
  )
}
