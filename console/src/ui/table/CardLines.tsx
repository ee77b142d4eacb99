import type { ReactNode } from 'react'
import css from './cardlines.module.css'

interface CardLinesProps {
  /** The row's name: a link, which then covers the whole card. */
  name: ReactNode
  /** Right of the name: the one status that matters most. */
  end?: ReactNode
  /** In grey below; the last one stands right. */
  second?: readonly ReactNode[]
  /** Two facts with their names. */
  parts?: readonly { name: string; value: ReactNode }[]
  /** Right of the facts: the signal. */
  partsEnd?: ReactNode
}

/** A table row as a card of a phone. */
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
