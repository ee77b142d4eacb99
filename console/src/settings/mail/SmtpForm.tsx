import { Checkbox, PasswordInput, Select, TextInput } from '@mantine/core'
import { isEmail } from '@simdeck/contract/email.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { MailSettings } from '@simdeck/contract/mail.ts'
import { useState } from 'react'
import { useProof } from '../../auth/proof/Proof.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh, setAnswer } from '../../session/api/query.ts'
import { TextButton } from '../../ui/form/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import css from '../settings.module.css'
import { SettingsSection } from '../SettingsSection.tsx'
import { ForgetMailServer } from './ForgetMailServer.tsx'
import { smtpText, trustText } from './mail-text.ts'
import { TestMail } from './TestMail.tsx'
import { Unconfirmed } from './Unconfirmed.tsx'

const hostPattern = /^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/
const isPort = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= 65_535

/** Form of the mail server. If the environment sets the mail server, the form is read-only. */
export function SmtpForm({ saved }: { saved: MailSettings }) {
  const t = useText(smtpText)
  const trust = useText(trustText)
  const { withProof, proof } = useProof()
  const [forgetting, setForgetting] = useState(false)
  const locked = saved.source === 'environment'
  const none = saved.source === 'none'
  const form = useForm({
    saved: {
      host: saved.host,
      port: String(saved.port),
      security: saved.security,
      username: saved.username,
      password: '',
      removePassword: false,
      from_address: saved.from_address,
      from_name: saved.from_name,
    },
    check: ({ host, port, username, password, from_address, from_name }) => ({
      host: (host.trim().length > 255 || !hostPattern.test(host.trim())) && t.hostWrong,
      port: !isPort(port) && t.portWrong,
      username: username.length > 200 && t.usernameLong,
      password: password.length > 500 && t.passwordLong,
      from_address: !isEmail(from_address) && t.fromAddressWrong,
      from_name: from_name.trim().length > 100 && t.fromNameLong,
    }),
    send: ({ password, removePassword, port, ...rest }) => {
      const given = removePassword ? { password: '' } : password === '' ? {} : { password }
      const body = { ...rest, host: rest.host.trim(), from_address: rest.from_address.trim(), port: Number(port), ...given }
      return withProof(async () => {
        setAnswer(endpoints.getMailSettings, {}, await call(endpoints.putMailSettings, { body }))
        toast.success(t.saved)
      })
    },
    failed: (error) => toastFailure(t.notSaved, error),
  })
  const { values } = form
  return (
    <SettingsSection
      title={t.title}
      note={t.words}
      form={form}
      locked={locked}
      acts={
        <>
          <TestMail disabledReason={none ? t.testNone : form.changed ? t.testChanged : null} />
          {saved.source === 'settings' && <TextButton onClick={() => setForgetting(true)}>{t.forget}</TextButton>}
        </>
      }
    >
      <div className={css.wide}>
        {locked && <Note tone="started">{t.environment}</Note>}
        {none && <Note>{t.none}</Note>}
        {!saved.confirmed && (
          <Unconfirmed
            consequence={trust.server}
            disabledReason={form.changed ? trust.saveFirst : null}
            onConfirm={async () => {
              const body = { version: saved.version }
              setAnswer(endpoints.getMailSettings, {}, await call(endpoints.confirmMailSettings, { body }))
            }}
            onRefused={() => void refresh(endpoints.getMailSettings)}
          />
        )}
        <div className={css.two}>
          <TextInput label={t.host} placeholder="smtp.example.co.jp" disabled={locked} autoComplete="off" {...form.text('host')} />
          <TextInput label={t.port} disabled={locked} inputMode="numeric" autoComplete="off" {...form.text('port')} />
        </div>
        <Select
          label={t.security}
          data={[
            { value: 'starttls', label: t.starttls },
            { value: 'tls', label: t.tls },
            { value: 'none', label: t.noSecurity },
          ]}
          value={values.security}
          disabled={locked}
          error={form.error('security')}
          onChange={(security) => form.set({ security: security as MailSettings['security'] })}
        />
        {values.security === 'none' && <Note>{t.noSecurityWords}</Note>}
        <div className={css.two}>
          <TextInput label={t.username} disabled={locked} autoComplete="off" {...form.text('username')} />
          <PasswordInput
            label={t.password}
            description={saved.has_password ? t.passwordKept : undefined}
            disabled={locked || values.removePassword}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
            {...form.text('password')}
          />
        </div>
        {saved.has_password && !locked && (
          <Checkbox
            label={t.removePassword}
            checked={values.removePassword}
            onChange={(event) => form.set({ removePassword: event.currentTarget.checked })}
          />
        )}
        <div className={css.two}>
          <TextInput label={t.fromAddress} type="email" disabled={locked} autoComplete="off" {...form.text('from_address')} />
          <TextInput label={t.fromName} disabled={locked} autoComplete="off" {...form.text('from_name')} />
        </div>
      </div>
      {proof}
      {forgetting && <ForgetMailServer onClose={() => setForgetting(false)} />}
    </SettingsSection>
  )
}
