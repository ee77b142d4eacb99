import { Checkbox, Select, TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { accountStatuses, activations } from '@simdeck/contract/members.ts'
import type { Member } from '@simdeck/contract/members.ts'
import type { RoleId } from '@simdeck/contract/permissions.ts'
import { useProof } from '../../auth/proof/Proof.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { useMe } from '../../session/use-me.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { isOwn } from '../member-limits.ts'
import { nameFault } from './member-name.ts'
import { inviteText, memberLimitText, memberOutcomeText, memberText } from '../member-text.ts'
import css from '../members.module.css'
import { refreshMembers } from '../member-query.ts'
import { useRoleOptions, useUserTypeOptions } from './role-options.ts'
import type { UserType } from './role-options.ts'

/** Dialog for the name, role, user type and account status of a member. Members cannot change role and status of their own account. */
export function EditDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useText(inviteText)
  const memberTexts = useText(memberText)
  const limits = useText(memberLimitText)
  const outcomes = useText(memberOutcomeText)
  const own = isOwn(useMe(), member)
  const roles = useRoleOptions()
  const types = useUserTypeOptions()
  const { withProof, proof, asking } = useProof()
  const saved = {
    name: member.name,
    role_id: member.role_id as RoleId,
    user_type: member.user_type as UserType,
    active: member.accountStatus !== accountStatuses.inactive,
  }
  const form = useForm({
    saved,
    check: ({ name }) => ({ name: nameFault(name, t) }),
    send: ({ name, role_id, user_type, active }) => {
      const body = {
        ...(name.trim() !== saved.name && { name: name.trim() }),
        ...(role_id !== saved.role_id && { role_id }),
        ...(user_type !== saved.user_type && { user_type }),
        ...(active !== saved.active && { activation: active ? activations.active : activations.inactive }),
      }
      return withProof(async () => {
        if (Object.keys(body).length > 0) {
          await call(endpoints.updateMember, { params: { email: member.email }, body })
          refreshMembers()
          toast.success(outcomes.saved)
        }
        onClose()
      })
    },
    failed: (error) => toastFailure(outcomes.notSaved, error),
  })
  const guard = useLeaveGuard(form.changed)
  return (
    <>
      <Dialog opened={!asking} onClose={onClose} title={t.editTitle} keepOpen={form.changed}>
        <form {...form.props}>
          <p className={css.words}>{member.email}</p>
          <FieldStack>
            {own && <Note tone="started">{limits.own}</Note>}
            <TextInput label={memberTexts.name} autoComplete="off" required data-autofocus {...form.text('name')} />
            <Select
              label={memberTexts.role}
              data={roles}
              disabled={own}
              value={String(form.values.role_id)}
              error={form.error('role_id')}
              onChange={(role) => form.set({ role_id: Number(role) as RoleId })}
            />
            <Select
              label={memberTexts.userType}
              data={types}
              value={String(form.values.user_type)}
              error={form.error('user_type')}
              onChange={(type) => form.set({ user_type: Number(type) as UserType })}
            />
            <Checkbox
              label={t.active}
              description={member.accountStatus === accountStatuses.inConfirm ? t.notConfirmed : t.activeWords}
              disabled={own}
              checked={form.values.active}
              onChange={(event) => form.set({ active: event.currentTarget.checked })}
            />
          </FieldStack>
          <DialogFoot act={t.save} disabled={!form.changed} busy={form.busy} onCancel={onClose} />
        </form>
        {guard}
      </Dialog>
      {proof}
    </>
  )
}
