import type { Language } from '@simdeck/contract/languages.ts'
import { fillTemplate } from '@simdeck/contract/mail-templates.ts'
import type { MailText } from '@simdeck/contract/mail-templates.ts'
import { useApplication } from '../../../ui/frame/application.ts'
import { useNow } from '../../../ui/words/clock.ts'
import { useText } from '../../../ui/words/text.ts'
import { templateText } from '../mail-text.ts'
import css from '../mail.module.css'
import { templateSamples } from './template-samples.ts'

/** Preview of the mail with sample values. */
export function TemplatePreview({ language, mail }: { language: Language; mail: MailText }) {
  const t = useText(templateText)
  const application = useApplication(({ name }) => name)
  const samples = templateSamples(language, application, useNow())
  return (
    <figure className={css.preview} aria-label={`${t.preview}: ${t[language]}`}>
      <figcaption>
        {t[language]}
        <span>{t.previewWords}</span>
      </figcaption>
      <div lang={language}>
        <p className={css.previewSubject}>{fillTemplate(mail.subject, samples)}</p>
        <pre className={css.previewBody}>{fillTemplate(mail.body, samples)}</pre>
      </div>
    </figure>
  )
}
