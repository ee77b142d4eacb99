import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Member } from '@simdeck/contract/members.ts'
import { useMutation } from '@tanstack/react-query'
import { useProof } from '../../auth/proof/Proof.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { ConfirmDialog, TypedConfirm } from '../../ui/feedback/Dialog.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { memberConfirmText, memberOutcomeText } from '../member-text.ts'
import { refreshMembers } from '../member-query.ts'
import css from '../members.module.css'

const maxNamed = 20

/** Asks for confirmation before it deletes one or several members. The server deletes all of them or none. */
export function DeleteDialog({ members, onClose, onDone }: { members: readonly Member[]; onClose: () => void; onDone: () => void }) {
  const t = useText(memberConfirmText)
  const outcomes = useText(memberOutcomeText)
  const count = formatNumber(members.length)
  const act = useMutation({
    mutationFn: () => call(endpoints.deleteMembers, { body: { emails: members.map(({ email }) => email) } }),
    onSuccess: ({ deleted }) => {
      toast.success(outcomes.deleted(formatNumber(deleted)))
      onDone()
      onClose()
    },
    onError: (error) => toastFailure(outcomes.notDeleted, error),
    onSettled: refreshMembers,
  })
  return (
    <TypedConfirm
      opened
      onClose={onClose}
      title={t.deleteTitle(count)}
      act={t.deleteAct(count)}
      word={members.length === 1 ? (members[0]?.email ?? '') : String(members.length)}
      busy={act.isPending}
      onAct={() => act.mutate()}
    >
      <p>{t.deleteWords}</p>
      <ul className={css.people}>
        {members.slice(0, maxNamed).map(({ email, name }) => (
          <li key={email}>
            <bdi>{name}</bdi>
            <span>{email}</span>
          </li>
        ))}
        {members.length > maxNamed && <li>{t.andMore(formatNumber(members.length - maxNamed))}</li>}
      </ul>
    </TypedConfirm>
  )
}

/** Asks for confirmation before it resets a member's multi-factor authentication. */
export function ResetMfaDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useText(memberConfirmText)
  const outcomes = useText(memberOutcomeText)
  const { withProof, proof, asking } = useProof()
  const act = useMutation({
    mutationFn: () => withProof(async () => void (await call(endpoints.resetMemberMfa, { params: { email: member.email } }))),
    onSuccess: (done) => {
      if (!done) return
      toast.success(outcomes.mfaReset)
      onClose()
    },
    onError: (error) => toastFailure(outcomes.mfaNotReset, error),
    onSettled: refreshMembers,
  })
  return (
    <>
      <ConfirmDialog
        opened={!asking}
        onClose={onClose}
        title={t.resetTitle(member.name)}
        act={t.resetAct}
        danger
        busy={act.isPending}
        onAct={() => act.mutate()}
      >
        {t.resetWords}
      </ConfirmDialog>
      {proof}
    </>
  )
}

/** Asks for confirmation before it ends all sign-ins of a member. */
export function SignOutDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useText(memberConfirmText)
  const outcomes = useText(memberOutcomeText)
  const act = useMutation({
    mutationFn: () => call(endpoints.endMemberSignIns, { params: { email: member.email } }),
    onSuccess: ({ ended }) => {
      toast.success(outcomes.signedOut(formatNumber(ended)))
      onClose()
    },
    onError: (error) => toastFailure(outcomes.notSignedOut, error),
    onSettled: refreshMembers,
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t.signOutTitle(member.name)}
      act={t.signOutAct}
      danger
      busy={act.isPending}
      onAct={() => act.mutate()}
    >
      {t.signOutWords}
    </ConfirmDialog>
  )
}
