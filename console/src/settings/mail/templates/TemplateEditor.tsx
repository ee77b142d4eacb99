import { endpoints } from '@simdeck/contract/endpoints.ts'
import { languages } from '@simdeck/contract/languages.ts'
import type { MailTemplate } from '@simdeck/contract/mail.ts'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useProof } from '../../../auth/proof/Proof.tsx'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { refresh, setAnswer } from '../../../session/api/query.ts'
import { Segments } from '../../../ui/value/Bits.tsx'
import { TextButton } from '../../../ui/form/Button.tsx'
import { useText } from '../../../ui/words/text.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import css from '../../settings.module.css'
import { SettingsSection } from '../../SettingsSection.tsx'
import { templateText, trustText } from '../mail-text.ts'
import mail from '../mail.module.css'
import { ResetTemplate } from './ResetTemplate.tsx'
import { draftFaults, draftOf, textsOf } from './template-draft.ts'
import { TemplateFields } from './TemplateFields.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import { Unconfirmed } from '../Unconfirmed.tsx'

/** Replaces the cached template with the answer of the server. */
function cacheTemplate(now: MailTemplate): void {
  setAnswer(endpoints.getMailTemplates, {}, (all) => all?.map((one) => (one.name === now.name ? now : one)))
}

/** Editor of a mail template in both languages, with a preview that has sample values, and a button that resets the template. */
export function TemplateEditor({ template }: { template: MailTemplate }) {
  const { name, words, isDefault } = template
  const t = useText(templateText)
  const trust = useText(trustText)
  const { withProof, proof } = useProof()
  const [mode, setMode] = useState<'edit' | 'preview'>('edit')
  const [resetting, setResetting] = useState(false)
  const form = useForm({
    saved: draftOf(words),
    check: (draft) => draftFaults(name, draft, t),
    send: (draft) =>
      withProof(async () => {
        cacheTemplate(await call(endpoints.putMailTemplate, { params: { name }, body: textsOf(draft) }))
        toast.success(t.saved)
      }),
    failed: (error) => {
      setMode('edit')
      toastFailure(t.notSaved, error)
    },
  })
  const faulty = Object.values(draftFaults(name, form.values, t)).some(Boolean)
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    if (faulty) setMode('edit')
    form.props.onSubmit(event)
  }
  const reset = (now: MailTemplate): void => {
    cacheTemplate(now)
    form.restart()
  }
  return (
    <SettingsSection
      title={t[name]}
      note={t[`${name}Words`]}
      form={{ ...form, props: { ...form.props, onSubmit: submit } }}
      acts={isDefault ? <span className={css.help}>{t.own}</span> : <TextButton onClick={() => setResetting(true)}>{t.reset}</TextButton>}
    >
      {!template.confirmed && name !== 'system' && (
        <div className={mail.answer}>
          <Unconfirmed
            consequence={trust.template}
            disabledReason={form.changed ? trust.saveFirst : null}
            onConfirm={async () =>
              cacheTemplate(await call(endpoints.confirmMailTemplate, { params: { name }, body: { version: template.version } }))
            }
            onRefused={() => void refresh(endpoints.getMailTemplates)}
          />
        </div>
      )}
      <Segments
        label={t.mode}
        value={mode}
        options={[
          { value: 'edit', words: t.edit },
          { value: 'preview', words: t.preview },
        ]}
        onChange={setMode}
      />
      <div className={mail.both}>
        {languages.map((language) =>
          mode === 'edit' ? (
            <TemplateFields key={language} language={language} name={name} form={form} />
          ) : (
            <TemplatePreview key={language} language={language} mail={textsOf(form.values)[language]} />
          ),
        )}
      </div>
      {proof}
      {resetting && <ResetTemplate name={name} onClose={() => setResetting(false)} onDone={reset} />}
    </SettingsSection>
  )
}
