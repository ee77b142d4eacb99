import { compareHeldParameters } from '@simdeck/contract/held-parameters.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../session/api/query.ts'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { checkParameters, parametersDraft, withInstalled } from '../../parameters/draft/parameters-draft.ts'
import type { CheckedParameters } from '../../parameters/draft/parameters-draft.ts'
import { useSaidParts } from '../../parameters/use-said-parts.ts'
import { isLibrary } from '../wizard-draft.ts'
import type { Draft } from '../wizard-draft.ts'
import { comparedText } from './compared-text.ts'
import css from './compared.module.css'

interface ComparedParametersProps {
  draft: Draft
  snapshotId: number
}

/** Comparison of the parameters of an installation with those that its SIMs have. Nothing is shown if those of no SIM are known. */
export function ComparedParameters({ draft, snapshotId }: ComparedParametersProps) {
  const { package: chosen, parameters } = draft
  if (draft.action !== 'install' || !chosen || isLibrary(chosen)) return null
  return <Comparison key={snapshotId} chosen={chosen} checked={checkParameters(chosen.type, parameters)} snapshotId={snapshotId} />
}

function Comparison({ chosen, checked, snapshotId }: { chosen: OtaPackage; checked: CheckedParameters; snapshotId: number }) {
  const t = useText(comparedText)
  const partsOf = useSaidParts()
  const { packageAID, type } = chosen
  const compared = useQuery({
    ...queryOf(compareHeldParameters, { body: { snapshotId, packageAID, ...checked.encoded } }),
    staleTime: 'static',
    retry: false,
  })
  const { data } = compared
  if (!data || data.same + data.different === 0) return null
  const given = partsOf(checked)
  const listed = data.values.reduce((sum, { count }) => sum + count, 0)
  return (
    <section>
      <h2>{t.title}</h2>
      <p>
        {data.different === 0 ? t.allSame(formatNumber(data.same)) : t.differ(formatNumber(data.different), formatNumber(data.same))}
        {data.unknown > 0 && t.unknown(formatNumber(data.unknown))}
      </p>
      {data.values.length > 0 && (
        <div className={css.scroll} tabIndex={0} role="region" aria-label={t.title}>
          <table className={css.table}>
            <thead>
              <tr>
                <th>{t.sims}</th>
                <th>{t.change}</th>
              </tr>
            </thead>
            <tbody>
              {data.values.map((value) => (
                <tr key={`${value.installParameters} ${value.cardParameters}`}>
                  <td>{t.count(formatNumber(value.count))}</td>
                  <td>
                    <Changes from={partsOf(checkParameters(type, withInstalled(type, parametersDraft(type), value)))} to={given} />
                  </td>
                </tr>
              ))}
              {data.different > listed && (
                <tr>
                  <td>{t.count(formatNumber(data.different - listed))}</td>
                  <td>{t.others(formatNumber(data.differentValues - data.values.length))}</td>
                </tr>
              )}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

type Parts = ReturnType<ReturnType<typeof useSaidParts>>

/** The fields that differ, with the value of now and the new one. */
function Changes({ from, to }: { from: Parts; to: Parts }) {
  const t = useText(comparedText)
  const said = (parts: Parts, key: string): string => parts.get(key)?.said ?? ''
  const keys = [...new Set([...to.keys(), ...from.keys()])].filter((key) => said(from, key) !== said(to, key))
  return (
    <ul className={css.changes}>
      {keys.map((key) => (
        <li key={key}>{t.changed((to.get(key) ?? from.get(key))!.name, said(from, key) || t.none, said(to, key) || t.none)}</li>
      ))}
    </ul>
  )
}
