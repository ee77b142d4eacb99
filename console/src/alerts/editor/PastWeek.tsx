import type { AlertRule } from '@simdeck/contract/alerts.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { formatMoment, useNow } from '../../ui/words/clock.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { amountWords, figureOf, lengthWords } from '../condition-words.ts'
import { editorText } from './editor-text.ts'
import { pastFirings } from './past-firings.ts'
import { PastCurve } from './PastCurve.tsx'
import { conditionOf, sourceOf } from './rule-draft.ts'
import type { RuleDraft } from './rule-draft.ts'

const shown = 5

/** The values of the last seven days, and the firings that the condition of the form would have had. */
export function PastWeek({ rule, draft }: { rule: AlertRule | null; draft: RuleDraft }) {
  useZone()
  const t = useText(editorText)
  const language = useLanguage()
  const now = useNow()
  const { data } = useQuery({
    ...queryOf(endpoints.getAlertValues, { params: { id: rule?.id ?? 0 } }),
    enabled: rule !== null,
  })
  const condition = conditionOf(draft)
  const firings = condition && data ? pastFirings(condition, data) : []
  const figure = figureOf(sourceOf(draft, rule))
  const lengths = firings.map(({ from, to }) => (to ?? now) - from)
  return (
    <Section title={t.past} note={t.pastDays}>
      {!data || data.length === 0 ? (
        <p>{t.noPast}</p>
      ) : (
        <>
          <p>
            {firings.length === 0 ? t.pastNone : t.pastCount(formatNumber(firings.length), lengthWords(Math.max(...lengths), language))}
            {firings.at(-1)?.to === null && t.pastStill}
          </p>
          <PastCurve values={data} threshold={condition?.threshold ?? null} firings={firings} figure={figure} now={now} />
          <Facts
            end
            facts={firings.slice(-shown).map(({ from, peak }, at) => ({
              name: formatMoment(from),
              value: t.peakOf(lengthWords(lengths.slice(-shown)[at]!, language), amountWords(peak, figure, language)),
            }))}
          />
        </>
      )}
    </Section>
  )
}
