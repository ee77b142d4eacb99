import type { GroupFigures } from '@simdeck/contract/groups.ts'
import type { ReactNode } from 'react'
import { FigureCard } from '../dashboard/charts/FigureCard.tsx'
import { pointsOf } from '../dashboard/fleet/series.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { groupPageText } from './group-list-text.ts'

interface GroupCurveProps {
  id: number
  /** Undefined while they are loaded. */
  figures: GroupFigures | undefined
  /** The present value, above the curve. */
  children: ReactNode
}

/** The SIMs of a group that were online during the last day, and how many were expected to be. */
export function GroupCurve({ id, figures, children }: GroupCurveProps) {
  const t = useText(groupPageText)
  return (
    <FigureCard
      name={t.curve}
      span={t.day}
      file={`group_${id}_online`}
      points={
        figures
          ? pointsOf(
              figures,
              ({ online }) => online,
              ({ expected }) => expected,
            )
          : null
      }
      from={figures ? Date.parse(figures.from) : 0}
      until={figures ? Date.parse(figures.until) : 0}
      format={(value) => formatNumber(Math.round(value))}
      wide
    >
      {children}
    </FigureCard>
  )
}
