import { compareHeldParameters } from '@simdeck/contract/held-parameters.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../../session/api/query.ts'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { checkParameters, parametersDraft, withInstalled } from '../draft/parameters-draft.ts'
import type { CheckedParameters } from '../draft/parameters-draft.ts'
import { usePartTexts } from '../use-part-texts.ts'
import { comparedText } from './compared-text.ts'
import css from './compared.module.css'

interface ComparedValuesProps {
  chosen: OtaPackage
  checked: CheckedParameters
  snapshotId: number
  /** Shown if the parameters of no SIM are known. */
  none?: ReactNode
}

/** Comparison of install parameters with those that the SIMs of a snapshot have: the numbers of SIMs, and the fields that change. */
export function ComparedValues({ chosen, checked, snapshotId, none = null }: ComparedValuesProps) {
  const t = useText(comparedText)
  const partsOf = usePartTexts()
  const { packageAID, type } = chosen
  const compared = useQuery({
    ...queryOf(compareHeldParameters, { body: { snapshotId, packageAID, ...checked.encoded } }),
    staleTime: 'static',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data } = compared
  if (!data) return null
  if (data.same + data.different === 0) return none
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

type Parts = ReturnType<ReturnType<typeof usePartTexts>>

/** The fields that differ, with the value of now and the new one. */
function Changes({ from, to }: { from: Parts; to: Parts }) {
  const t = useText(comparedText)
  const textOf = (parts: Parts, key: string): string => parts.get(key)?.text ?? ''
  const keys = [...new Set([...to.keys(), ...from.keys()])].filter((key) => textOf(from, key) !== textOf(to, key))
  return (
    <ul className={css.changes}>
      {keys.map((key) => (
        <li key={key}>{t.changed((to.get(key) ?? from.get(key))!.name, textOf(from, key) || t.none, textOf(to, key) || t.none)}</li>
      ))}
    </ul>
  )
}
