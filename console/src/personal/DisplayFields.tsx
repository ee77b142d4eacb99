import { Radio, Select } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import type { RefObject } from 'react'
import { useMay } from '../session/use-me.ts'
import { formatMoment, useNow } from '../ui/words/clock.ts'
import { useLanguage } from '../ui/words/language.ts'
import { Note } from '../ui/feedback/Note.tsx'
import { useText } from '../ui/words/text.ts'
import { browserZone } from '../ui/words/zone.ts'
import type { PersonalForm } from './personal-draft.ts'
import css from './personal.module.css'
import { settingsText } from '../settings/settings-text.ts'
import { personalText } from './personal-text.ts'
import { zoneOptions } from './time-zones.ts'

interface DisplayFieldsProps {
  form: PersonalForm
  zoneError: string | null
  zoneInput: RefObject<HTMLInputElement | null>
  onChange: (next: Partial<PersonalForm>) => void
}

/** Fields for the user's language and time zone. */
export function DisplayFields({ form, zoneError, zoneInput, onChange }: DisplayFieldsProps) {
  const t = useText(personalText)
  const shared = useText(settingsText)
  const mayNot = !useMay('SETTING_LANGUAGE_DATETIME')
  const language = useLanguage()
  const nowMs = useNow()
  const ids = { language: useId(), zone: useId() }
  // The offsets of time zones rarely change, so they are computed once per visit.
  const [openedMs] = useState(nowMs)
  const zones = useMemo(() => zoneOptions(language, openedMs), [language, openedMs])
  return (
    <section className={css.section}>
      <h2>{t.display}</h2>
      <div className={css.fields}>
        {mayNot && <Note>{shared.mayNot}</Note>}
        <fieldset className={css.group} disabled={mayNot}>
          <legend>{t.language}</legend>
          <Radio
            name={ids.language}
            lang="ja"
            label="日本語"
            checked={form.language === 'ja'}
            onChange={() => onChange({ language: 'ja' })}
          />
          <Radio
            name={ids.language}
            lang="en"
            label="English"
            checked={form.language === 'en'}
            onChange={() => onChange({ language: 'en' })}
          />
        </fieldset>
        <fieldset className={css.group} disabled={mayNot}>
          <legend>{t.timeZone}</legend>
          <Radio
            name={ids.zone}
            label={t.automatic(browserZone())}
            checked={form.automatic}
            onChange={() => onChange({ automatic: true })}
          />
          <Radio name={ids.zone} label={t.chosen} checked={!form.automatic} onChange={() => onChange({ automatic: false })} />
          {!form.automatic && (
            <Select
              ref={zoneInput}
              aria-label={t.zone}
              placeholder={t.zone}
              data={zones}
              value={form.zone}
              error={zoneError}
              searchable
              nothingFoundMessage={t.noZone}
              maxDropdownHeight={280}
              onChange={(zone) => onChange({ zone })}
            />
          )}
          <p className={css.help}>{t.now(formatMoment(nowMs, form.automatic ? null : form.zone))}</p>
        </fieldset>
      </div>
    </section>
  )
}
