import { Popover } from '@mantine/core'
import clsx from 'clsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { formatClock, formatHourMinute } from '../ui/words/clock.ts'
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
  liveTitle: { ja: 'リアルタイムで更新しています', en: 'Updating live' },
  connecting: { ja: '接続中', en: 'Connecting' },
  connectingTitle: { ja: 'サーバーに接続しています', en: 'Connecting to the server' },
  catchingUp: { ja: '追いつき中', en: 'Catching up' },
  catchingUpTitle: { ja: '止まっていた間の変化を取り込んでいます', en: 'Taking in what changed meanwhile' },
  stopped: { ja: (time: string) => `${time}から停止`, en: (time: string) => `Stopped since ${time}` },
  stoppedTitle: {
    ja: (time: string) => `${time}からリアルタイム更新が止まっています`,
    en: (time: string) => `Live updates stopped at ${time}`,
  },
  offline: { ja: 'オフライン', en: 'Offline' },
  offlineTitle: { ja: 'このPCがネットワークにつながっていません', en: 'This computer has no network' },
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
  title: string
}

function shownOf(now: Connection, t: Translations<typeof text>): Shown {
  switch (now.is) {
    case 'live':
      return { glyph: <OnlineGlyph />, words: t.live, title: t.liveTitle }
    case 'connecting':
      return { glyph: <OfflineGlyph />, words: t.connecting, title: t.connectingTitle }
    case 'catchingUp':
      return { tone: tones['started'], glyph: <StartedGlyph percent={64} />, words: t.catchingUp, title: t.catchingUpTitle }
    case 'stopped':
      return {
        tone: tones['interrupted'],
        glyph: <InterruptedGlyph />,
        words: t.stopped(formatHourMinute(now.since)),
        title: t.stoppedTitle(formatClock(now.since)),
      }
    case 'offline':
      return { tone: tones['notfound'], glyph: <NoNetworkGlyph />, words: t.offline, title: t.offlineTitle }
  }
}

/** Line below the header on phones that says since when updates are stopped. The indicator has no room for text there. */
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
  useEffect(() => {
    if (now.is === 'live') load().catch(() => undefined)
  }, [now.is])
  const { tone, glyph, words, title } = shownOf(now, t)
  const trouble = now.is === 'stopped' || now.is === 'offline'
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            className={clsx(css.indicator, tone && css.pill, tone)}
            aria-label={`${t.name}: ${words}`}
            title={title}
            onClick={() => setOpened(!opened)}
          >
            {glyph}
            <span className={css.words}>{words}</span>
          </button>
        </Popover.Target>
        <Popover.Dropdown className={css.details} aria-label={t.name}>
          <b className={css.title}>{title}</b>
          <Suspense>
            <ConnectionDetails now={now} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <span role="status" className={frameCss.hidden}>
        {trouble || now.is === 'catchingUp' ? title : ''}
      </span>
    </>
  )
}
