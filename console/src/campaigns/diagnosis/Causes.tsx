import { Link } from '@tanstack/react-router'
import { useMay } from '../../session/use-me.ts'
import { Progress } from '../../ui/value/Bits.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { againText } from '../again/again-text.ts'
import { campaignText } from '../campaign-text.ts'
import { diagnosisText } from './diagnosis-text.ts'
import css from '../campaign.module.css'

/**
 * A group of SIMs in the language of the user. `search` finds them in the table of SIMs; null if they cannot be found by it. `again` names
 * their causes in a campaign that runs them again; null if no campaign can run them again.
 */
export interface CauseRow {
  key: string
  code: string | null
  meaning: string
  likelyCause: string | null
  nextAction: string
  sims: number
  search: Record<string, string> | null
  again: string | null
}

interface CausesProps {
  campaignId: number
  heading: string
  causes: readonly CauseRow[]
  tone: 'failed' | 'interrupted' | 'ready'
}

/** Table of groups of SIMs with their number, the next action and a link to them. */
export function Causes({ campaignId, heading, causes, tone }: CausesProps) {
  const t = useText(campaignText)
  const words = useText(diagnosisText)
  const repeat = useText(againText)
  const may = useMay('OTA_CREATE')
  const most = Math.max(...causes.map(({ sims }) => sims), 0)
  return (
    <div className={css.wrap}>
      <table className={css.causes}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{t.code}</th>
            <th scope="col" className={css.count}>
              {t.simCount}
            </th>
            <td className={css.share} />
            <th scope="col" colSpan={2} className={css.wide}>
              {t.next}
            </th>
          </tr>
        </thead>
        <tbody>
          {causes.map(({ key, code, meaning, likelyCause, nextAction, sims, search, again }) => (
            <tr key={key}>
              <td>
                {meaning}
                {likelyCause && <span className={css.likely}>{likelyCause}</span>}
              </td>
              <td className={css.code}>{code ?? '—'}</td>
              <td className={css.count}>{t.sims(formatNumber(sims))}</td>
              <td className={css.share}>
                <Progress label={meaning} done={sims} total={most} tone={tone} />
              </td>
              <td className={css.soft}>{nextAction}</td>
              <td>
                {search && (
                  <Link
                    to="/otas/campaigns/$id"
                    params={{ id: String(campaignId) }}
                    search={search}
                    hash="sims"
                    aria-label={words.listOf(meaning)}
                  >
                    {t.list}
                  </Link>
                )}
                {again && may && (
                  <>
                    {' '}
                    <Link
                      to="/otas/execute"
                      search={{ failedOf: String(campaignId), causes: again }}
                      className={css.again}
                      aria-label={repeat.againOf(meaning)}
                    >
                      {repeat.again}
                    </Link>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
