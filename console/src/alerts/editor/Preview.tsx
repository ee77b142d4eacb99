import type { AlertRule } from '@simdeck/contract/alerts.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { conditionWords, figureOf, toldWords } from '../condition-words.ts'
import { editorText, severityText } from './editor-text.ts'
import { conditionOf, sourceOf } from './rule-draft.ts'
import type { RuleDraft } from './rule-draft.ts'
import css from './editor.module.css'

interface PreviewProps {
  rule: AlertRule | null
  draft: RuleDraft
  /** The present value. */
  value: number | undefined
}

/** The notification of the rule, in the words of the bell and of mails; nothing while the form is incomplete. */
export function Preview({ rule, draft, value }: PreviewProps) {
  const t = useText(editorText)
  const severities = useText(severityText)
  const language = useLanguage()
  const condition = conditionOf(draft)
  const source = sourceOf(draft, rule)
  if (condition === null || source === null || value === undefined || draft.name.trim() === '') return null
  const figure = figureOf(source)
  return (
    <Section title={t.preview}>
      <div className={css.preview}>
        <b>{t.previewTitle(severities[draft.severity], draft.name.trim())}</b>
        <br />
        {t.previewBody(toldWords(value, figure, language), conditionWords({ ...condition, figure }, language, toldWords))}
      </div>
    </Section>
  )
}
