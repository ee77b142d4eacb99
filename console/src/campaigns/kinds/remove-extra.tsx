import { getDriftExtras } from '@simdeck/contract/drift.ts'
import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { textIn, useText } from '../../ui/words/text.ts'
import { usePackageName } from '../package-name.ts'
import css from '../wizard/wizard.module.css'
import { wizardText } from '../wizard/wizard-text.tsx'
import type { ConsoleKind, FieldsProps } from './console-kind.ts'
import { removeExtraText } from './remove-extra-text.tsx'

const { words } = otaKinds['remove-extra']

export const removeExtra: ConsoleKind = {
  Fields,
  problems: ({ extra: { value } }) => (value === null ? { extra: true } : {}),
  parameters: ({ extra: { value, withCertificates } }) => ({
    ...(value !== null && { extra: value }),
    ...(withCertificates && { withCertificates }),
  }),
  campaignName: (subject, language) => textIn(removeExtraText, language).campaign(subject),
  sentence: (count, _, __, language) => textIn(removeExtraText, language).sentence(count),
  share: { tone: 'chart1', words: (from, language) => textIn(wizardText, language).removed(from) },
  undo: (_, language) => words.undo[language],
}

/** The content to remove, and the consent to the loss of certificates. */
function Fields({ draft, onChange, shown }: FieldsProps) {
  const t = useText(removeExtraText)
  const packageName = usePackageName()
  const { data, error, refetch } = useQuery(queryOf(getDriftExtras, { query: {} }))
  const { value, withCertificates } = draft.extra
  const change = (part: Partial<typeof draft.extra>) => onChange({ ...draft, extra: { ...draft.extra, ...part } })
  const chosen = data?.find(({ extra }) => extra === value)
  return (
    <>
      <p className={css.note}>{t.about}</p>
      {error && <ErrorState message={failureText(error)} onRetry={() => void refetch()} />}
      <fieldset className={css.group}>
        <legend>{t.what}</legend>
        {data?.length === 0 && <p className={css.note}>{t.none}</p>}
        <div className={css.options} role="radiogroup" aria-label={t.what} aria-invalid={shown.extra}>
          {data?.map(({ extra, package: named, count }) => (
            <label key={extra} className={`${css.option} ${css.described}`}>
              <input
                type="radio"
                name="extra"
                checked={value === extra}
                onChange={() => change({ value: extra, withCertificates: false })}
              />
              <b>{named ? `${packageName(named)} ${named.otaVersion}` : extra}</b>
              <span className={css.soft}>{t.sims(formatNumber(count))}</span>
            </label>
          ))}
        </div>
        {shown.extra && <p role="alert">{t.choose}</p>}
      </fieldset>
      {chosen && chosen.withCertificates > 0 && (
        <Checkbox
          label={t.withCertificates(formatNumber(chosen.withCertificates))}
          checked={withCertificates}
          onChange={({ currentTarget }) => change({ withCertificates: currentTarget.checked })}
        />
      )}
    </>
  )
}
