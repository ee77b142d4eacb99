import { aidHex, label as labelRule } from '@simdeck/contract/packages.ts'
import { useState } from 'react'
import { AidField } from '../ui/form/AidField.tsx'
import { DateTimeRangeField } from '../ui/form/DateTimeRangeField.tsx'
import { FieldStack } from '../ui/form/Fields.tsx'
import { RuleField } from '../ui/form/RuleField.tsx'
import { useText } from '../ui/words/text.ts'
import { text } from './text.tsx'
import css from './kit.module.css'

const past = { start: '2026-11-20T09:00', end: '2026-11-20T18:00' }
const backwards = { start: '2026-11-20T18:00', end: '2026-11-20T09:00' }
const alone = { start: '2026-11-20T18:00', end: '' }

/** Samples of fields with validation, with valid and invalid values. */
export function KitForms() {
  const t = useText(text)
  const [range, setRange] = useState(past)
  const [aid, setAid] = useState('F053494D44')
  const [name, setName] = useState('stable')
  const ignore = (): void => undefined
  return (
    <div className={css.wide}>
      <FieldStack>
        <DateTimeRangeField value={range} onChange={setRange} />
        <DateTimeRangeField value={backwards} onChange={ignore} checked />
        <DateTimeRangeField value={alone} onChange={ignore} checked />
        <DateTimeRangeField value={past} onChange={ignore} fromTomorrow checked />
        <DateTimeRangeField value={past} onChange={ignore} disabled />
        <AidField value={aid} onChange={setAid} error={aidHex.safeParse(aid).success ? null : t.aidBad} />
        <AidField value="F05349" onChange={ignore} error={t.aidBad} />
        <RuleField label={t.label} value={name} onChange={setName} rule={labelRule} wrong={t.labelBad} required />
        <RuleField label={t.label} value="x" onChange={ignore} rule={labelRule} wrong={t.labelBad} checked required />
        <RuleField label={t.label} value="stable" onChange={ignore} rule={labelRule} wrong={t.labelBad} refused={t.labelTaken} required />
      </FieldStack>
    </div>
  )
}
