import { getSimDrift } from '@simdeck/contract/drift.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../session/api/query.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'
import css from './drift.module.css'
import { SimRepair } from './SimRepair.tsx'
import { useDifferenceWords } from './use-difference-words.ts'

/** The differences of a SIM’s card, with the buttons that end them; nothing without a difference. `of` changes with the content of the card. */
export function SimDriftNote({ simId, of }: { simId: number; of: string }) {
  const t = useText(driftText)
  const words = useDifferenceWords()
  const { data } = useQuery({ ...queryOf(getSimDrift, { params: { id: simId } }, of), placeholderData: (before) => before })
  if (!data || (data.differences.length === 0 && data.accepted === 0)) return null
  return (
    <div className={css.onSim}>
      {data.differences.length > 0 && (
        <>
          <ul>
            {data.differences.map((one) => {
              const { meant, found } = words(one)
              return (
                <li key={`${one.kind} ${one.aid}`}>
                  <b className={css.found} data-kind={one.kind}>
                    {t[one.kind]}
                  </b>{' '}
                  <bdi>{meant ?? found}</bdi>
                  {meant !== null && <small>{t.answers(found)}</small>}
                </li>
              )
            })}
          </ul>
          <SimRepair simId={simId} drift={data} />
        </>
      )}
      {data.accepted > 0 && <p className={css.note}>{t.acceptedBefore(formatNumber(data.accepted))}</p>}
    </div>
  )
}
