import { Checkbox, Select, TextInput } from '@mantine/core'
import { unitOf } from '@simdeck/contract/alert-figures.ts'
import { alertComparisons, alertSeverities } from '@simdeck/contract/alerts.ts'
import type { AlertRule } from '@simdeck/contract/alerts.ts'
import type { Form } from '../../ui/form/use-form.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { Segments } from '../../ui/value/Bits.tsx'
import { useText } from '../../ui/words/text.ts'
import { browserZone, useZone } from '../../ui/words/zone.ts'
import { figureOf } from '../condition-words.ts'
import { comparisonText, editorText, severityText, unitText } from './editor-text.ts'
import { sourceOf } from './rule-draft.ts'
import type { RuleDraft } from './rule-draft.ts'
import css from './editor.module.css'

type FieldsProps = { form: Form<RuleDraft>; rule: AlertRule | null }

/** The condition of a rule, its recovery, its repetition, its severity and its quiet hours. */
export function WhenFields({ form, rule }: FieldsProps) {
  const t = useText(editorText)
  const comparisons = useText(comparisonText)
  const severities = useText(severityText)
  const zone = useZone()
  const { values } = form
  const unit = useText(unitText)[unitOf(figureOf(sourceOf(values, rule)))]
  return (
    <Section title={t.when}>
      <div className={css.row}>
        <Select
          label={t.comparison}
          data={alertComparisons.map((value) => ({ value, label: comparisons[value] }))}
          value={values.comparison}
          onChange={(value) => form.set({ comparison: value as RuleDraft['comparison'] })}
          allowDeselect={false}
        />
        <TextInput label={t.threshold(unit)} inputMode="numeric" autoComplete="off" {...form.text('threshold')} />
        <TextInput label={t.hold} inputMode="numeric" autoComplete="off" {...form.text('holdMinutes')} />
      </div>
      <div className={css.row}>
        <TextInput label={t.recoversAt(unit)} inputMode="numeric" autoComplete="off" {...form.text('recoversAt')} />
        <TextInput label={t.recoverAfter} inputMode="numeric" autoComplete="off" {...form.text('recoverMinutes')} />
      </div>
      <p className={css.note}>{t.recoversNote}</p>
      <div className={css.row}>
        <Checkbox
          className={css.whole}
          label={t.repeat}
          checked={values.repeats}
          onChange={(event) => form.set({ repeats: event.currentTarget.checked })}
        />
        {values.repeats && <TextInput label={t.repeatHours} inputMode="numeric" autoComplete="off" {...form.text('repeatHours')} />}
      </div>
      <div className={css.phrase}>
        {t.severity}
        <Segments
          label={t.severity}
          value={values.severity}
          options={alertSeverities.map((value) => ({ value, words: severities[value] }))}
          onChange={(severity) => form.set({ severity })}
        />
      </div>
      <div className={css.quiet}>
        <Checkbox label={t.quiet} checked={values.quiet} onChange={(event) => form.set({ quiet: event.currentTarget.checked })} />
        {values.quiet && (
          <div className={css.row}>
            <TextInput type="time" label={t.from} {...form.text('from')} />
            <TextInput type="time" label={t.to} {...form.text('to')} />
            <span className={css.note}>{t.zone(rule?.quietHours?.zone ?? zone ?? browserZone())}</span>
          </div>
        )}
        {values.quiet && <p className={css.note}>{t.criticalNote}</p>}
      </div>
    </Section>
  )
}
