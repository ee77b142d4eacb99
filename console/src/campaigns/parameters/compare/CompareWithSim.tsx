import { listOtaLogs } from '@simdeck/contract/ota-log.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../session/api/query.ts'
import type { ReactNode } from 'react'
import { TextButton } from '../../../ui/form/Button.tsx'
import { SucceededGlyph } from '../../../ui/value/glyphs.tsx'
import { Status } from '../../../ui/value/StatusText.tsx'
import { formatMoment } from '../../../ui/words/clock.ts'
import { useText } from '../../../ui/words/text.ts'
import { useZone } from '../../../ui/words/zone.ts'
import { checkParameters, parametersDraft, withInstalled } from '../draft/parameters-draft.ts'
import type { CheckedParameters, ParametersDraft } from '../draft/parameters-draft.ts'
import { parametersText } from '../text/parameters-text.ts'
import { usePartTexts } from '../use-part-texts.ts'
import css from '../parameters.module.css'

interface CompareWithSimProps {
  simId: number
  chosen: OtaPackage
  value: ParametersDraft
  onChange: (value: ParametersDraft) => void
  /** The content below the heading, such as a field for the SIM. */
  children?: ReactNode
}

/** Comparison of the parameters with those of the SIM's applet: the last installation that succeeded, unless a removal followed it. */
export function CompareWithSim({ simId, chosen, value, onChange, children }: CompareWithSimProps) {
  useZone()
  const t = useText(parametersText)
  const log = useQuery(queryOf(listOtaLogs, { query: { simId, take: 100 } }))
  if (!log.data) return null
  const latest = log.data.data.find(
    ({ progress, package: handled }) => progress.status === 'Succeeded' && handled?.packageAID === chosen.packageAID,
  )
  const last = latest?.install ? latest : null
  const onCard = last?.install ? withInstalled(chosen.type, parametersDraft(chosen.type), last.install) : null
  return (
    <section className={css.section}>
      <div className={css.head2}>
        <h3>{t.compare}</h3>
        {onCard && (
          <span className={css.actions}>
            <TextButton onClick={() => onChange(onCard)}>{t.takeOver}</TextButton>
          </span>
        )}
      </div>
      {children}
      {onCard ? (
        <ComparedParts here={checkParameters(chosen.type, value)} card={checkParameters(chosen.type, onCard)} />
      ) : (
        <p className={css.note}>{t.neverInstalled}</p>
      )}
      {last?.finished_at && <p className={css.note}>{t.writtenAt(formatMoment(last.finished_at))}</p>}
    </section>
  )
}

function ComparedParts({ here, card }: { here: CheckedParameters; card: CheckedParameters }) {
  const t = useText(parametersText)
  const [own, other] = [here, card].map(usePartTexts())
  const keys = [...new Set([...(own?.keys() ?? []), ...(other?.keys() ?? [])])]
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th>{t.part}</th>
            <th>{t.here}</th>
            <th>{t.onCard}</th>
            <th aria-label={t.differs} />
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => {
            const [mine, theirs] = [own?.get(key), other?.get(key)]
            const same = (mine?.text ?? '') === (theirs?.text ?? '')
            return (
              <tr key={key}>
                <td>{(mine ?? theirs)?.name}</td>
                <td className={css.words}>{mine?.text || t.none}</td>
                <td className={css.words}>{theirs?.text || t.none}</td>
                <td>
                  {same ? (
                    <Status tone="succeeded" quiet glyph={<SucceededGlyph />}>
                      {t.equal}
                    </Status>
                  ) : (
                    <Status tone="interrupted" glyph={<IconAlertTriangle size={15} />}>
                      {t.differs}
                    </Status>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
