import { Textarea, TextInput } from '@mantine/core'
import type { Language } from '@simdeck/contract/languages.ts'
import { mailBodyMaxLength, mailSubjectMaxLength, mailTemplates } from '@simdeck/contract/mail-templates.ts'
import type { MailTemplateName } from '@simdeck/contract/mail-templates.ts'
import { useRef } from 'react'
import { Button } from '../../../ui/form/Button.tsx'
import { WithAside } from '../../../ui/form/Fields.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import type { Form } from '../../../ui/form/use-form.ts'
import { templateText } from '../mail-text.ts'
import css from '../mail.module.css'
import type { TemplateDraft } from './template-draft.ts'

/**
 * Maximum length of the input. A text that exceeds the allowed length shows an error. Only a much longer text is cut, because it
 * would make the page slow.
 */
const longestDraft = 2 * mailBodyMaxLength

interface TemplateFieldsProps {
  language: Language
  name: MailTemplateName
  form: Form<TemplateDraft>
}

/** Fields for subject and body in one language, with buttons that insert variables at the cursor. */
export function TemplateFields({ language, name, form }: TemplateFieldsProps) {
  const t = useText(templateText)
  const body = useRef<HTMLTextAreaElement>(null)
  const { variables, required } = mailTemplates[name] as { variables: readonly Variable[]; required: readonly string[] }
  const subject = `${language}.subject` as const
  const text = `${language}.body` as const

  const insert = (variable: string): void => {
    const field = body.current
    if (!field) return
    const value = form.values[text]
    const [from, to] = [field.selectionStart, field.selectionEnd]
    const piece = `{${variable}}`
    form.set({ [text]: value.slice(0, from) + piece + value.slice(to) })
    // The cursor is placed behind the variable after the field shows it.
    window.requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from + piece.length, from + piece.length)
    })
  }

  return (
    <fieldset className={css.language} lang={language}>
      <legend>{t[language]}</legend>
      <WithAside aside={`${form.values[subject].trim().length} / ${mailSubjectMaxLength}`}>
        <TextInput label={t.subject} autoComplete="off" {...form.text(subject)} />
      </WithAside>
      <WithAside aside={`${formatNumber(form.values[text].length)} / ${formatNumber(mailBodyMaxLength)}`}>
        <Textarea
          ref={body}
          label={t.body}
          classNames={{ input: css.body }}
          autosize
          minRows={8}
          maxRows={24}
          maxLength={longestDraft}
          {...form.text(text)}
        />
      </WithAside>
      <div className={css.variables} role="group" aria-label={t.insert}>
        <span>{t.insert}</span>
        {variables.map((variable) => (
          <Button key={variable} size="sm" onClick={() => insert(variable)}>
            <code>{`{${variable}}`}</code>
            <span className={css.meaning}>
              {t[variable]}
              {required.includes(variable) && ` · ${t.required}`}
            </span>
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

type Variable = (typeof mailTemplates)[MailTemplateName]['variables'][number]
