import type { ReactNode } from 'react'
import css from './cardlines.module.css'

interface CardLinesProps {
  /** Name of the row: a link that covers the whole card. */
  name: ReactNode
  /** Right of the name: the most important status. */
  end?: ReactNode
  /** Grey line below the name; its last entry is right-aligned. */
  second?: readonly ReactNode[]
  /** Two labelled facts. */
  parts?: readonly { name: string; value: ReactNode }[]
  /** Right of the facts: the signal bars. */
  partsEnd?: ReactNode
}

/** Content of a row's card on a phone. */
export function CardLines({ name, end, second, parts, partsEnd }: CardLinesProps) {
  return (
    <>
      <div className={css.name}>
        <span>{name}</span>
        {end}
      </div>
      {second && (
        <div className={css.second}>
          {second.map((fact, index) => (
            <span key={index}>{fact}</span>
          ))}
        </div>
      )}
      {parts && (
        <div className={css.parts}>
          {parts.map((part) => (
            <span key={part.name} className={css.part}>
              <span className={css.partName}>{part.name}</span>
              {part.value}
            </span>
          ))}
          {partsEnd}
        </div>
      )}
    </>
  )
}
