import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { certificateSteps, type CertificateStep } from '@simdeck/contract/ota-kinds/certificate.ts'
import { queryOf } from '../../session/api/query.ts'
import { textIn, useText } from '../../ui/words/text.ts'
import css from '../wizard/wizard.module.css'
import { wizardText } from '../wizard/wizard-text.tsx'
import type { ConsoleKind, FieldsProps } from './console-kind.ts'
import { certificateText } from './certificate-text.tsx'

/** True for a step that makes certificates by a template. */
const isOfTemplate = (step: CertificateStep): boolean => step === 'issue' || step === 'renew'

export const certificate: ConsoleKind = {
  Fields,
  problems: ({ certificate: { step, templateId } }) => (step === 'issue' && templateId === null ? { template: true } : {}),
  parameters: ({ certificate: { step, templateId } }) => ({ certificate: { step, templateId: isOfTemplate(step) ? templateId : null } }),
  campaignName: (_, language) => textIn(certificateText, language).campaign,
  sentence: (count, _, __, language) => textIn(certificateText, language).sentence(count),
  share: { tone: 'chart1', words: (_, language) => textIn(wizardText, language).change },
  undo: (_, language) => textIn(certificateText, language).undo,
}

/** The step, and the template of an issuance. */
function Fields({ draft, onChange, shown }: FieldsProps) {
  const t = useText(certificateText)
  const { data } = useQuery(queryOf(endpoints.listIdentityTemplates, { query: { take: '100' } }))
  const { step, templateId } = draft.certificate
  const change = (part: Partial<typeof draft.certificate>) => onChange({ ...draft, certificate: { ...draft.certificate, ...part } })
  return (
    <>
      <fieldset className={css.group}>
        <legend>{t.what}</legend>
        <div className={css.options}>
          {certificateSteps.map((one) => (
            <label key={one} className={`${css.option} ${css.described}`}>
              <input type="radio" name="certificateStep" checked={step === one} onChange={() => change({ step: one })} />
              <b>{t[one]}</b>
              <span className={css.soft}>{t[`${one}Words`]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {isOfTemplate(step) && (
        <Select
          label={t.template}
          placeholder={step === 'issue' ? t.chooseTemplate : t.anyTemplate}
          data={data?.data.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
          value={templateId === null ? null : String(templateId)}
          onChange={(value) => change({ templateId: value === null ? null : Number(value) })}
          error={shown.template ? t.chooseTemplate : null}
          nothingFoundMessage={t.noTemplates}
          searchable
          clearable={step === 'renew'}
          withAsterisk={step === 'issue'}
        />
      )}
    </>
  )
}
