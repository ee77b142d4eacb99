import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { TemplateContent, TemplateProblem } from '@simdeck/contract/identity-templates.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { typingMs, useSimChoice } from '../../sims/list/use-sim-choice.ts'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Facts } from '../../ui/frame/Page.tsx'
import { FailedGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { type Translations, useText } from '../../ui/words/text.ts'
import own from './template.module.css'
import { templateText } from './template-text.ts'

/** The subject and names that the template gives to a chosen SIM, with its problems. Null while the input has faults. */
export function TemplatePreview({ content }: { content: TemplateContent | null }) {
  const t = useText(templateText)
  const { chosen, select } = useSimChoice()
  const [template] = useDebouncedValue(content, typingMs)
  const { data, error } = useQuery({
    ...queryOf(endpoints.previewIdentityTemplate, { body: { template: template!, simId: chosen! } }),
    enabled: template !== null && chosen !== null,
    placeholderData: keepPreviousData,
  })
  return (
    <aside className={own.preview}>
      <h3 className={own.heading}>{t.preview}</h3>
      <Select label={t.previewSim} {...select} />
      {content === null && <p className={own.words}>{t.incomplete}</p>}
      {error && <ErrorNote message={failureText(error)} />}
      {content !== null && data && (
        <>
          <Facts
            facts={[
              { name: t.subject, value: data.subject === null ? <None /> : <bdi>{data.subject}</bdi> },
              {
                name: t.altName,
                value:
                  data.altNames.length === 0 ? (
                    <None />
                  ) : (
                    <bdi>{data.altNames.map(({ type, value }) => `${t[type]}:${value}`).join(', ')}</bdi>
                  ),
              },
            ]}
          />
          <ul className={own.problems}>
            {data.problems.map((problem) => (
              <li key={`${problem.field} ${problem.missing}`}>
                <Status tone="failed" glyph={<FailedGlyph />}>
                  {problemWords(problem, t)}
                </Status>
              </li>
            ))}
            {data.problems.length === 0 && (
              <li>
                <Status tone="succeeded" glyph={<SucceededGlyph />}>
                  {t.fine}
                </Status>
              </li>
            )}
          </ul>
          {data.longUnit && <p className={own.words}>{t.unitLong}</p>}
        </>
      )}
    </aside>
  )
}

const fieldNames = ['commonName', 'state', 'locality', 'organization', 'unit'] as const

function problemWords({ field, missing, limit }: TemplateProblem, t: Translations<typeof templateText>): string {
  const known = fieldNames.find((one) => one === field)
  const name = known ? t[known] : t.altName
  if (missing !== null) return t.missing(`{{${missing}}}`)
  return limit === null ? t.wrongForm(name) : t.tooLong(name, formatNumber(limit))
}
