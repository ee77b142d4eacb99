import { TextInput } from '@mantine/core'
import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { Button } from '../../../ui/form/Button.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import { SucceededGlyph, TodoGlyph } from '../../../ui/value/glyphs.tsx'
import tones from '../../../ui/theme/tones.module.css'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import css from '../private-ca.module.css'
import { AddressWarning } from '../ProblemNotes.tsx'
import { makeText } from './make-text.ts'
import { subjectText } from './subject.ts'
import type { SubjectDraft } from './subject.ts'

interface CeremonyProps {
  form: Form<SubjectDraft & { parentId: string; validDays: string; confirmedName: string }>
  above: CertificateAuthority | undefined
  days: number
  lastDay: string
  onBack: () => void
}

/** Last step before a CA is made: its content, its cost, and the typed name. */
export function Ceremony({ form, above, days, lastDay, onBack }: CeremonyProps) {
  const t = useText(makeText)
  const { values } = form
  const name = values.name.trim()
  return (
    <>
      <ol className={css.steps}>
        <li>
          <span className={tones.succeeded}>
            <SucceededGlyph />
          </span>
          <span>
            {t.contents}
            <span className={css.small}>{subjectText(values)}</span>
            <span className={css.small}>{t.period(formatNumber(days), lastDay)}</span>
            <span className={css.small}>{above ? t.signedBy(above.name) : t.selfSigned}</span>
          </span>
        </li>
        <li>
          <span className={tones.ready}>
            <TodoGlyph />
          </span>
          <span>
            {t.key}
            <span className={css.small}>{t.keyWords}</span>
          </span>
        </li>
      </ol>
      <div className={css.notes}>
        <AddressWarning />
        <p className={css.small}>{above ? t.intermediateCost : t.rootCost}</p>
        <p className={css.small}>{t.fixed}</p>
      </div>
      <TextInput label={t.typeName(name)} data-autofocus autoFocus autoComplete="off" {...form.text('confirmedName')} />
      <div className={css.foot}>
        <Button onClick={onBack}>{t.back}</Button>
        <Button type="submit" variant="primary" busy={form.busy} disabled={values.confirmedName.trim() !== name}>
          {above ? t.makeIntermediate : t.makeRoot}
        </Button>
      </div>
    </>
  )
}
