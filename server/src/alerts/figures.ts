import { type AlertFigure, alertFigureNames } from '@simdeck/contract/alert-figures.ts'
import type { Db } from '../platform/db/database.ts'
import { selectFigures } from './queries.ts'

type Stored = Readonly<Record<string, number>>

/** The names under which the overview stores figures, where they differ from those of the rules. */
const storedNames: { [Figure in AlertFigure]?: string } = { lateSims: 'late' }

function valueOf(figure: AlertFigure, stored: Stored): number | undefined {
  if (figure !== 'onlinePercent') return stored[storedNames[figure] ?? figure]
  const { online, expected } = stored
  return online === undefined || !expected ? undefined : Math.round((1000 * online) / expected) / 10
}

/** The figures that are gathered at present. */
export async function figuresNow(db: Db): Promise<ReadonlyMap<AlertFigure, number>> {
  const stored = await selectFigures(db)
  return new Map(
    alertFigureNames.flatMap((figure) => {
      const value = valueOf(figure, stored)
      return value === undefined ? [] : [[figure, value]]
    }),
  )
}
