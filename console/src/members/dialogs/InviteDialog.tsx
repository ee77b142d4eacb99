import { Radio, Select, TextInput } from '@mantine/core'
import { isEmail } from '@simdeck/contract/email.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { userTypes } from '@simdeck/contract/me.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import type { RoleId } from '@simdeck/contract/permissions.ts'
import { useId } from 'react'
import { useProof } from '../../auth/proof/Proof.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { useText } from '../../ui/words/text.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { inviteText, memberOutcomeText, memberText } from '../member-text.ts'
import { nameFault } from './member-name.ts'
import css from '../members.module.css'
import { refreshMembers } from '../member-query.ts'
import { useRoleOptions, useUserTypeOptions } from './role-options.ts'
import type { UserType } from './role-options.ts'
import { useInvitationToast } from './use-invitation-toast.ts'

interface Invitation {
  email: string
  name: string
  role_id: RoleId
  user_type: UserType
  language: Language
}

/** Dialog that invites a member. The address gets a mail with a temporary password. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText(inviteText)
  const memberTexts = useText(memberText)
  const outcomes = useText(memberOutcomeText)
  const toastInvitation = useInvitationToast()
  const shown = useLanguage()
  const roles = useRoleOptions()
  const types = useUserTypeOptions()
  const radios = useId()
  const { withProof, proof, asking } = useProof()
  const form = useForm<Invitation>({
    saved: { email: '', name: '', role_id: roleIds.MEMBER, user_type: userTypes.enterprise, language: shown },
    check: ({ email, name }) => ({
      email: email.trim() === '' ? t.emailMissing : !isEmail(email) && t.emailWrong,
      name: nameFault(name, t),
    }),
    send: ({ email, name, ...rest }) =>
      withProof(async () => {
        const invited = await call(endpoints.createMember, { body: { email: email.trim(), name: name.trim(), ...rest } })
        refreshMembers()
        toastInvitation(invited, false)
        onClose()
      }),
    failed: (error) => toastFailure(outcomes.notInvited, error),
    fieldOf: { userExists: 'email', emailInvalid: 'email' },
  })
  const guard = useLeaveGuard(opened && form.changed)
  const close = (): void => {
    form.restart()
    onClose()
  }
  return (
    <>
      <Dialog opened={opened && !asking} onClose={close} title={memberTexts.invite} keepOpen={form.changed}>
        <form {...form.props}>
          <p className={css.words}>{t.words}</p>
          <FieldStack>
            <TextInput type="email" label={memberTexts.email} autoComplete="off" required data-autofocus {...form.text('email')} />
            <TextInput label={memberTexts.name} autoComplete="off" required {...form.text('name')} />
            <Select
              label={memberTexts.role}
              data={roles}
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
            <fieldset className={css.group}>
              <legend>{t.language}</legend>
              {(['ja', 'en'] as const).map((language) => (
                <Radio
                  key={language}
                  name={radios}
                  lang={language}
                  label={{ ja: '日本語', en: 'English' }[language]}
                  checked={form.values.language === language}
                  onChange={() => form.set({ language })}
                />
              ))}
            </fieldset>
          </FieldStack>
          <DialogFoot act={t.send} busy={form.busy} onCancel={close} />
        </form>
        {guard}
      </Dialog>
      {proof}
    </>
  )
}
