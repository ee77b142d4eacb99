import { Checkbox, TextInput } from '@mantine/core'
import { passwordKinds } from '@simdeck/contract/password-policy.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { PasswordRuleList } from '../../auth/password/PasswordRuleList.tsx'
import { useProof } from '../../auth/proof/Proof.tsx'
import { roleText } from '../../members/member-text.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { saveSettings } from '../../session/api/save-settings.ts'
import { useSettings } from '../../session/settings.ts'
import { TextButton } from '../../ui/form/Button.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SaveBar } from '../SaveBar.tsx'
import css from '../settings.module.css'
import { draftedPolicy, isMinimum, policyChanges, savedPolicy } from './policy-draft.ts'
import { policyText } from './policy-text.ts'

const strongMinimum = 15

/** Form of the password rules, with a preview of their list, and of the roles that require a second factor. */
export function PolicyForm() {
  const t = useText(policyText)
  const roles = useText(roleText)
  const saved = savedPolicy(useSettings((settings) => settings.values))
  const { withProof, proof } = useProof()
  const form = useForm({
    saved,
    check: ({ minimum }) => ({ minimum: !isMinimum(minimum) && t.minimumWrong }),
    send: (draft) =>
      withProof(async () => {
        await saveSettings(policyChanges(draft, saved))
        toast.success(t.saved)
      }),
    failed: (error) => toastFailure(t.notSaved, error),
  })
  const guard = useLeaveGuard(form.changed)
  const { values } = form
  const toggleRole = (id: number, on: boolean): void =>
    form.set({ mfaRoles: Object.values(roleIds).filter((role) => (role === id ? on : values.mfaRoles.includes(role))) })

  return (
    <form className={css.form} {...form.props}>
      <section className={css.section}>
        <h2>{t.title}</h2>
        <p className={css.note}>{t.words}</p>
        <div className={css.pair}>
          <div className={css.fields}>
            <TextInput
              label={t.minimum}
              description={t.minimumWords}
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              w={120}
              styles={{ root: { width: 'auto' }, error: { whiteSpace: 'nowrap' } }}
              {...form.text('minimum')}
            />
            <fieldset className={css.group}>
              <legend>{t.kinds}</legend>
              {passwordKinds.map((kind) => (
                <Checkbox
                  key={kind}
                  label={t[kind]}
                  checked={values[kind]}
                  onChange={(event) => form.set({ [kind]: event.currentTarget.checked })}
                />
              ))}
            </fieldset>
          </div>
          <div className={css.fields}>
            <div role="group" aria-label={t.preview}>
              <h3 className={css.subhead}>{t.preview}</h3>
              <PasswordRuleList policy={draftedPolicy(values, Number(saved.minimum))} />
            </div>
            <Note
              tone="started"
              end={
                Number(values.minimum) < strongMinimum && (
                  <TextButton onClick={() => form.set({ minimum: String(strongMinimum) })}>{t.stronger}</TextButton>
                )
              }
            >
              {t.nist}
            </Note>
          </div>
        </div>
      </section>
      <section className={css.section}>
        <h2>{t.mfa}</h2>
        <p className={css.note}>{t.mfaWords}</p>
        <fieldset className={css.group} aria-label={t.mfa}>
          {Object.values(roleIds).map((id) => (
            <Checkbox
              key={id}
              label={roles[id]}
              checked={values.mfaRoles.includes(id)}
              onChange={(event) => toggleRole(id, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      </section>
      <span className={css.grow} />
      <SaveBar changed={form.changed} busy={form.busy} onDiscard={form.restart} />
      {guard}
      {proof}
    </form>
  )
}
