import { type DifferenceKind, differenceKinds, type DriftFigures as Figures } from '@simdeck/contract/drift.ts'
import {
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconEqualNot,
  IconHelpCircle,
  IconKey,
  IconLock,
  IconRadar2,
  IconSquarePlus,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'
import css from './drift.module.css'

type Part = 'same' | DifferenceKind | 'unread'

const size = 16
const glyphs: Record<Part, ReactNode> = {
  same: <IconCircleCheckFilled size={size} />,
  keyVersion: <IconKey size={size} />,
  missing: <IconCircleXFilled size={size} />,
  otherVersion: <IconEqualNot size={size} />,
  otherState: <IconLock size={size} />,
  poller: <IconRadar2 size={size} />,
  extra: <IconSquarePlus size={size} />,
  unread: <IconHelpCircle size={size} />,
}

interface DriftFiguresProps {
  of: Figures
  kind: DifferenceKind | null
  onKind: (kind: DifferenceKind | null) => void
}

/** The SIMs of the fleet by the leading difference of their cards, as a bar and as figures. The figure of a kind filters the list. */
export function DriftFigures({ of: { sims, same, unread, kinds }, kind, onKind }: DriftFiguresProps) {
  const t = useText(driftText)
  const parts: { part: Part; count: number }[] = [
    { part: 'same', count: same },
    ...differenceKinds.map((part) => ({ part, count: kinds[part] })),
    { part: 'unread', count: unread },
  ]
  return (
    <>
      <div className={css.bar} aria-hidden="true">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ part, count }) => (
            <span key={part} data-part={part} style={{ flexGrow: count }} />
          ))}
      </div>
      <ul className={css.figures} aria-label={t.figures}>
        {parts.map(({ part, count }) => {
          const content = (
            <>
              <span className={css.name}>
                <span data-part={part}>{glyphs[part]}</span>
                {t[part]}
              </span>
              <span className={css.count}>
                <b>{formatNumber(count)}</b> {sims > 0 && <small>{percentText(count / sims)}</small>}
              </span>
            </>
          )
          const chosen = kind === part
          return (
            <li key={part}>
              {part === 'same' || part === 'unread' ? (
                <div className={css.figure}>{content}</div>
              ) : (
                <button type="button" className={css.figure} aria-pressed={chosen} onClick={() => onKind(chosen ? null : part)}>
                  {content}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** A share with as many digits as tell it from none and from all. */
function percentText(share: number): string {
  const percent = 100 * share
  const digits = percent === 0 || percent === 100 ? 0 : percent < 0.1 ? 2 : 1
  return `${percent.toFixed(digits)}%`
}
