import { Popover } from '@mantine/core'
import clsx from 'clsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { formatHourMinute } from '../ui/words/clock.ts'
import { useConnection } from '../ui/frame/connection.ts'
import type { Connection } from '../ui/frame/connection.ts'
import { InterruptedGlyph, NoNetworkGlyph, OfflineGlyph, OnlineGlyph, StartedGlyph } from '../ui/value/glyphs.tsx'
import { defineText, useText } from '../ui/words/text.ts'
import type { Translations } from '../ui/words/text.ts'
import { useZone } from '../ui/words/zone.ts'
import frameCss from './frame.module.css'
import css from './connection.module.css'
import tones from '../ui/theme/tones.module.css'

const text = defineText({
  name: { ja: '更新の状態', en: 'Updates' },
  live: { ja: 'リアルタイム', en: 'Live' },
  connecting: { ja: '接続中', en: 'Connecting' },
  catchingUp: {
    ja: (n: number) => (n > 0 ? `追いつき中 残り${n}件` : '追いつき中'),
    en: (n: number) => (n > 0 ? `Catching up, ${n} left` : 'Catching up'),
  },
  stopped: { ja: (time: string) => `${time}から停止`, en: (time: string) => `Stopped since ${time}` },
  offline: { ja: 'オフライン', en: 'Offline' },
  stoppedLine: {
    ja: (time: string) => `${time}から更新が止まっています。自動で再接続します`,
    en: (time: string) => `Updates stopped at ${time}. Reconnecting by itself`,
  },
  offlineLine: {
    ja: (time: string) => `${time}からオフラインです。自動で再接続します`,
    en: (time: string) => `Offline since ${time}. Reconnecting by itself`,
  },
})

const load = () => import('./ConnectionDetails.tsx')
const ConnectionDetails = lazy(() =>
  load().then(
    (loaded): { default: (props: { now: Connection }) => ReactNode } => ({ default: loaded.ConnectionDetails }),
    () => ({ default: (): ReactNode => null }),
  ),
)

interface Shown {
  tone?: string | undefined
  glyph: ReactNode
  words: string
}

function shownOf(now: Connection, t: Translations<typeof text>): Shown {
  switch (now.is) {
    case 'live':
      return { glyph: <OnlineGlyph />, words: t.live }
    case 'connecting':
      return { glyph: <OfflineGlyph />, words: t.connecting }
    case 'catchingUp':
      return {
        tone: tones['started'],
        glyph: <StartedGlyph percent={now.of > 0 ? ((now.of - now.left) / now.of) * 100 : 64} />,
        words: t.catchingUp(now.left),
      }
    case 'stopped':
      return { tone: tones['interrupted'], glyph: <InterruptedGlyph />, words: t.stopped(formatHourMinute(now.since)) }
    case 'offline':
      return { tone: tones['notfound'], glyph: <NoNetworkGlyph />, words: t.offline }
  }
}

/** Line below the header on phones that shows since when updates are stopped. The indicator has no room for text there. */
export function ConnectionLine() {
  const t = useText(text)
  useZone()
  const { now } = useConnection()
  if (now.is !== 'stopped' && now.is !== 'offline') return null
  const lineText = now.is === 'stopped' ? t.stoppedLine : t.offlineLine
  return (
    <p className={clsx(css.line, tones['interrupted'])} aria-hidden>
      {lineText(formatHourMinute(now.since))}
    </p>
  )
}

/** Connection state of the console: live, catching up, or stopped since a time. A click shows details. */
export function ConnectionIndicator() {
  const t = useText(text)
  useZone()
  const [opened, setOpened] = useState(false)
  const { now } = useConnection()
  // The script of the details is loaded while the server is reachable, because the details are needed when it is not.
  // A click loads it again after a failure.
  useEffect(() => {
    if (now.is === 'live') load().catch(() => undefined)
  }, [now.is])
  const { tone, glyph, words } = shownOf(now, t)
  const trouble = now.is === 'stopped' || now.is === 'offline'
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className={clsx(css.indicator, tone && css.pill, tone)}
            aria-label={`${t.name}: ${words}`}
            onClick={() => setOpened(!opened)}
          >
            {glyph}
            <span className={css.words}>{words}</span>
          </button>
        </Popover.Target>
        <Popover.Dropdown className={css.details} aria-label={t.name}>
          <Suspense>
            <ConnectionDetails now={now} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <span role="status" className={frameCss.hidden}>
        {trouble ? words : now.is === 'catchingUp' ? t.catchingUp(0) : ''}
      </span>
    </>
  )
}
