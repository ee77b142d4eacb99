import { Checkbox, TextInput } from '@mantine/core'
import { maxImsis } from '@simdeck/protocol/applets/multi-imsi.ts'
import { Button, TextButton } from '../../../ui/form/Button.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { newImsiDraft } from '../draft/multi-imsi-draft.ts'
import type { ImsiDraft, MultiImsiDraft } from '../draft/multi-imsi-draft.ts'
import { parametersText } from '../text/parameters-text.ts'
import { FieldPart } from './FieldPart.tsx'
import type { FieldsProps } from './fields-props.ts'
import { TimeFields } from './TimeFields.tsx'
import { useLeft } from './use-left.ts'
import css from '../parameters.module.css'

/** Fields of the multi-IMSI parameters: the IMSIs in the order of preference, and the rules of their choice. */
export function MultiImsiFields({ value, onChange, problems, tried }: FieldsProps<MultiImsiDraft>) {
  const t = useText(parametersText)
  const { problemOf, onBlur } = useLeft(problems, tried)
  const { imsis } = value
  const change = (at: number, part: Partial<ImsiDraft>): void =>
    onChange({ ...value, imsis: imsis.map((one, index) => (index === at ? { ...one, ...part } : one)) })
  return (
    <>
      {imsis.map((one, index) => (
        <FieldPart key={index} part={`/applet/choice.${index}`} tag="A0">
          <fieldset className={css.group}>
            <legend>
              {t.choice(formatNumber(index + 1))} {index === 0 && <span className={css.note}>{t.preferred}</span>}
            </legend>
            {(['imsi', 'networks'] as const).map((name) => (
              <TextInput
                key={name}
                size="md"
                label={t[name]}
                description={name === 'imsi' ? t.imsiNote : t.networksNote}
                error={problemOf(`imsis.${index}.${name}`)}
                inputMode={name === 'imsi' ? 'numeric' : 'text'}
                autoComplete="off"
                required={name === 'imsi'}
                value={one[name]}
                onChange={(event) => change(index, { [name]: event.currentTarget.value })}
                onBlur={onBlur(`imsis.${index}.${name}`)}
              />
            ))}
            {imsis.length > 1 && (
              <TextButton onClick={() => onChange({ ...value, imsis: imsis.filter((_, at) => at !== index) })}>
                {t.removeImsi(formatNumber(index + 1))}
              </TextButton>
            )}
          </fieldset>
        </FieldPart>
      ))}
      <div className={css.field}>
        <Button size="sm" disabled={imsis.length >= maxImsis} onClick={() => onChange({ ...value, imsis: [...imsis, newImsiDraft] })}>
          {t.addImsi}
        </Button>
      </div>
      <FieldPart part="/applet/rules" tag="81">
        <fieldset className={css.group}>
          <legend>{t.rules}</legend>
          {(['byLocation', 'onServiceLoss'] as const).map((rule) => (
            <Checkbox
              key={rule}
              label={t[rule]}
              checked={value[rule]}
              onChange={(event) => onChange({ ...value, [rule]: event.currentTarget.checked })}
            />
          ))}
        </fieldset>
      </FieldPart>
      <FieldPart part="/applet/lossMinutes" tag="82">
        <TextInput
          size="md"
          className={css.short}
          label={t.lossMinutes}
          description={t.lossNote}
          error={problemOf('lossMinutes')}
          inputMode="numeric"
          autoComplete="off"
          value={value.lossMinutes}
          onChange={(event) => onChange({ ...value, lossMinutes: event.currentTarget.value })}
          onBlur={onBlur('lossMinutes')}
        />
      </FieldPart>
      <FieldPart part="/applet/returnAfter" tag="83">
        <TimeFields
          label={t.returnAfter}
          note={t.returnNote}
          hours={{
            value: value.returnHours,
            problem: problemOf('returnHours'),
            onBlur: onBlur('returnHours'),
            onChange: (returnHours) => onChange({ ...value, returnHours }),
          }}
          minutes={{
            value: value.returnMinutes,
            problem: problemOf('returnMinutes'),
            onBlur: onBlur('returnMinutes'),
            onChange: (returnMinutes) => onChange({ ...value, returnMinutes }),
          }}
        />
      </FieldPart>
    </>
  )
}
