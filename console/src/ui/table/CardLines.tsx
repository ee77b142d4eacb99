import type { ReactNode } from 'react'
import css from './cardlines.module.css'

interface CardLinesProps {
  /** Name of the row. Its link covers the whole card. */
  name: ReactNode
  /** Content on the right of the name: the most important status. */
  end?: ReactNode
  /** Facts in a grey line below the name. The last one is aligned right. */
  second?: readonly ReactNode[]
  /** Two facts with labels. */
  parts?: readonly { name: string; value: ReactNode }[]
  /** Content on the right of the facts: the signal bars. */
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
