import { cellNameOf } from '@simdeck/contract/campaign-report.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { Link } from '@tanstack/react-router'
import { Section } from '../../ui/frame/Page.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { diagnosisText } from './diagnosis-text.ts'
import { useDiagnosis } from '../use-diagnosis.ts'
import css from '../campaign.module.css'

/** The cells with the largest share of failures, each with a link to its SIMs. */
export function BadCells({ campaign }: { campaign: Campaign }) {
  const t = useText(diagnosisText)
  const { data } = useDiagnosis(campaign)
  if (!data || data.cells.length === 0) return null
  return (
    <Section title={t.cells}>
      <ul>
        {data.cells.map((cell) => (
          <li key={cellNameOf(cell)} className={css.cell}>
            <Link to="." search={{ cell: cellNameOf(cell) }} hash="sims">
              {cellNameOf(cell)}
            </Link>
            <span>{t.failedOf(formatNumber(cell.failed), formatNumber(cell.ended))}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
