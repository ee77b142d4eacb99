import { Checkbox, PasswordInput, Select, TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { isSmsSender, smppLimits, smppPort, smsPace } from '@simdeck/contract/sms-gateway.ts'
import type { SmsGateway } from '@simdeck/contract/sms-gateway.ts'
import { useState } from 'react'
import { useProof } from '../../auth/proof/Proof.tsx'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { setAnswer } from '../../session/api/query.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TextButton } from '../../ui/form/Button.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import css from '../settings.module.css'
import { SettingsSection } from '../SettingsSection.tsx'
import { RemoveGateway } from './RemoveGateway.tsx'
import { smsText } from './sms-text.ts'
import { TestGateway } from './TestGateway.tsx'

const hostPattern = /^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/
const isPort = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= 65_535
const isNumber = (text: string, most: number): boolean => /^[1-9]\d{0,3}$/.test(text.trim()) && Number(text) <= most
const isAscii = (text: string, most: number): boolean => text.length <= most && /^[\x20-\x7e]*$/.test(text)

const empty = {
  host: '',
  port: smppPort,
  security: 'tls',
  system_id: '',
  system_type: '',
  sender: '',
  messages_per_second: smsPace.perSecond,
  window_size: smsPace.window,
  is_paused: false,
  has_password: false,
} satisfies SmsGateway['gateway']

/** Form of the gateway. Its stored password is never shown. */
export function GatewayForm({ saved }: { saved: SmsGateway['gateway'] }) {
  const t = useText(smsText)
  const { withProof, proof } = useProof()
  const [removing, setRemoving] = useState(false)
  const { has_password, port, messages_per_second: perSecond, window_size: window, ...texts } = saved ?? empty
  const form = useForm({
    saved: { ...texts, port: String(port), perSecond: String(perSecond), window: String(window), password: '' },
    check: (values) => ({
      host: (values.host.trim().length > 255 || !hostPattern.test(values.host.trim())) && t.hostWrong,
      port: !isPort(values.port) && t.portWrong,
      system_id: (values.system_id === '' || !isAscii(values.system_id, smppLimits.systemId)) && t.systemIdWrong,
      system_type: !isAscii(values.system_type, smppLimits.systemType) && t.systemTypeWrong,
      password: !isAscii(values.password, smppLimits.password) && t.passwordWrong,
      sender: !isSmsSender(values.sender) && t.senderWrong,
      perSecond: !isNumber(values.perSecond, smsPace.mostPerSecond) && t.perSecondWrong,
      window: !isNumber(values.window, smsPace.largestWindow) && t.windowWrong,
    }),
    send: ({ password, perSecond: rate, window: size, ...values }) => {
      const given = password === '' ? {} : { password }
      const body = {
        ...values,
        host: values.host.trim(),
        port: Number(values.port),
        messages_per_second: Number(rate),
        window_size: Number(size),
        ...given,
      }
      return withProof(async () => {
        setAnswer(endpoints.getSmsGateway, {}, await call(endpoints.putSmsGateway, { body }))
        toast.success(t.saved)
      })
    },
    failed: (error) => toastFailure(t.notSaved, error),
  })
  const { security, is_paused: isPaused } = form.values
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <SettingsSection
      title={t.title}
      note={t.words}
      form={form}
      acts={
        <>
          <TestGateway disabledReason={saved === null ? t.testNone : form.changed ? t.testChanged : null} />
          {saved && <TextButton onClick={() => setRemoving(true)}>{t.remove}</TextButton>}
        </>
      }
    >
      <div className={css.wide}>
        <div className={css.two}>
          <TextInput label={t.host} placeholder="smpp.example.co.jp" {...plain} {...form.text('host')} />
          <TextInput label={t.port} inputMode="numeric" {...plain} {...form.text('port')} />
        </div>
        <Select
          label={t.security}
          data={[
            { value: 'tls', label: t.tls },
            { value: 'none', label: t.noSecurity },
          ]}
          value={security}
          onChange={(chosen) => form.set({ security: chosen === 'none' ? 'none' : 'tls' })}
        />
        {security === 'none' && <Note>{t.noSecurityWords}</Note>}
        <div className={css.two}>
          <TextInput label={t.systemId} maxLength={smppLimits.systemId} {...plain} {...form.text('system_id')} />
          <PasswordInput
            label={t.password}
            description={has_password ? t.passwordKept : undefined}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
            {...form.text('password')}
          />
        </div>
        <div className={css.two}>
          <TextInput label={t.sender} description={t.senderWords} maxLength={21} {...plain} {...form.text('sender')} />
          <TextInput
            label={t.systemType}
            description={t.systemTypeWords}
            maxLength={smppLimits.systemType}
            {...plain}
            {...form.text('system_type')}
          />
        </div>
        <div className={css.two}>
          <TextInput label={t.perSecond} inputMode="numeric" {...plain} {...form.text('perSecond')} />
          <TextInput label={t.window} description={t.windowWords} inputMode="numeric" {...plain} {...form.text('window')} />
        </div>
        <Checkbox
          label={t.paused}
          description={t.pausedWords}
          checked={isPaused}
          onChange={(event) => form.set({ is_paused: event.currentTarget.checked })}
        />
      </div>
      {proof}
      {removing && <RemoveGateway onClose={() => setRemoving(false)} />}
    </SettingsSection>
  )
}
