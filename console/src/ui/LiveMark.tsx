import clsx from 'clsx'
import { formatHourMinute } from './clock.ts'
import { useConnection } from './connection.ts'
import { InterruptedGlyph, NoNetworkGlyph, StartedGlyph } from './glyphs.tsx'
import { defineText, useText } from './text.ts'
import css from './bits.module.css'
import tones from './tones.module.css'
import { useZone } from './zone.ts'

const text = defineText({
  live: { ja: 'リアルタイム更新', en: 'Live' },
  connecting: { ja: '接続中', en: 'Connecting' },
  asOf: { ja: (time: string) => `${time}時点`, en: (time: string) => `as of ${time}` },
  updating: { ja: (time: string) => `${time}時点・更新中`, en: (time: string) => `as of ${time}, updating` },
})

/** Says that what stands beside it changes by itself, or else how old it is; `shownAt` is when it was last asked for. */
export function LiveMark({ shownAt = 0 }: { shownAt?: number }) {
  const t = useText(text)
  useZone()
  const { now } = useConnection()
  if (now.is === 'live') return <span className={css.live}>{t.live}</span>
  if (now.is === 'connecting') return <span className={clsx(css.live, css.connecting)}>{t.connecting}</span>
  const time = formatHourMinute(Math.max(now.since, shownAt))
  const catchingUp = now.is === 'catchingUp'
  return (
    <span className={clsx(css.asOf, tones[catchingUp ? 'started' : 'interrupted'])}>
      {catchingUp && <StartedGlyph percent={64} />}
      {now.is === 'stopped' && <InterruptedGlyph />}
      {now.is === 'offline' && <NoNetworkGlyph />}
      {catchingUp ? t.updating(time) : t.asOf(time)}
    </span>
  )
}
