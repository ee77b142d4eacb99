import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button, TextButton } from '../../ui/form/Button.tsx'
import { useKeptFocus } from '../../ui/form/kept-focus.ts'
import { formatClock } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { tailText } from '../log-text.ts'
import css from './log-screen.module.css'
import type { TailOfLog } from './use-tail.ts'

/** Bar above the rows of a log: their number and `children`, or the state of the display that follows the log. */
export function TailBar({ tail, onStart, children, end }: { tail: TailOfLog; onStart: () => void; children: ReactNode; end: ReactNode }) {
  const t = useText(tailText)
  const { shown } = tail
  const focus = useKeptFocus()
  if (!shown) {
    return (
      <div className={css.bar} {...focus}>
        {children}
        <div className={css.barEnd}>
          <Button size="sm" icon={<IconPlayerPlay size={14} />} onClick={onStart}>
            {t.start}
          </Button>
          {end}
        </div>
      </div>
    )
  }
  const { pausedMs, startedMs, waiting } = shown
  return (
    <div className={css.bar} {...focus}>
      <span role="status" className={css.tailState}>
        {pausedMs === null ? (
          <>
            <b className={css.live}>{t.running}</b>
            <span className={css.grey}>{t.since(formatClock(startedMs), formatNumber(shown.tail.count))}</span>
          </>
        ) : (
          <span className={css.warning}>{t.paused(formatClock(pausedMs))}</span>
        )}
        {shown.tail.leftOut > 0 && <span className={css.grey}>{t.leftOut(formatNumber(shown.tail.leftOut))}</span>}
        {shown.failed && (
          <span className={css.warning}>
            <IconAlertTriangle size={15} />
            {t.stopped}
          </span>
        )}
      </span>
      {pausedMs !== null &&
        (waiting > 0 ? (
          <TextButton onClick={tail.showNew}>{t.showNew(formatNumber(waiting))}</TextButton>
        ) : (
          <span className={css.grey}>{t.nothingNew}</span>
        ))}
      <div className={css.barEnd}>
        {pausedMs === null ? (
          <Button size="sm" icon={<IconPlayerPause size={14} />} onClick={tail.pause}>
            {t.pause}
          </Button>
        ) : (
          <Button size="sm" icon={<IconPlayerPlay size={14} />} onClick={tail.resume}>
            {t.resume}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={tail.leave}>
          {t.leave}
        </Button>
      </div>
    </div>
  )
}
