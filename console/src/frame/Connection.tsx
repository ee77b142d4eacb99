import { Popover } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import clsx from 'clsx'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { formatClock, formatHourMinute } from '../ui/clock.ts'
import { useConnection } from '../ui/connection.ts'
import type { Connection } from '../ui/connection.ts'
import { InterruptedGlyph, NoNetworkGlyph, OfflineGlyph, OnlineGlyph, StartedGlyph } from '../ui/glyphs.tsx'
import { defineText, useText } from '../ui/text.ts'
import type { Said } from '../ui/text.ts'
import { useZone } from '../ui/zone.ts'
import frameCss from './frame.module.css'
import css from './connection.module.css'
import tones from '../ui/tones.module.css'

const text = defineText({
  name: { ja: '更新の状態', en: 'Updates' },
  live: { ja: 'リアルタイム', en: 'Live' },
  liveTitle: { ja: 'リアルタイムで更新しています', en: 'Updating live' },
  liveWords: { ja: '変化があると、表示中の画面にすぐ反映されます。', en: 'What you see changes as soon as something happens.' },
  connecting: { ja: '接続中', en: 'Connecting' },
  connectingTitle: { ja: 'サーバーに接続しています', en: 'Connecting to the server' },
  connectingWords: { ja: 'つながると、リアルタイムで更新します。', en: 'Live updates begin once it is connected.' },
  catchingUp: { ja: '追いつき中', en: 'Catching up' },
  catchingUpTitle: { ja: '止まっていた間の変化を取り込んでいます', en: 'Taking in what changed meanwhile' },
  catchingUpWords: {
    ja: (time: string) => `更新が止まったのは${time}です。表示中の画面は終わりしだい最新になります。`,
    en: (time: string) => `Updates stopped at ${time}. What you see is current when this ends.`,
  },
  stopped: { ja: (time: string) => `${time}から停止`, en: (time: string) => `Stopped since ${time}` },
  stoppedTitle: {
    ja: (time: string) => `${time}からリアルタイム更新が止まっています`,
    en: (time: string) => `Live updates stopped at ${time}`,
  },
  retryIn: { ja: (seconds: number) => `${seconds}秒後に再接続します。`, en: (seconds: number) => `Reconnecting in ${seconds} s. ` },
  retrying: { ja: '再接続しています。', en: 'Reconnecting now. ' },
  stoppedWords: {
    ja: (time: string) => `表示は${time}時点のものです。つながると自動で最新になります。`,
    en: (time: string) => `What you see is from ${time}. It becomes current by itself once connected.`,
  },
  retryNow: { ja: '今すぐ再接続', en: 'Reconnect now' },
  offline: { ja: 'オフライン', en: 'Offline' },
  offlineTitle: { ja: 'このPCがネットワークにつながっていません', en: 'This computer has no network' },
  offlineWords: {
    ja: (time: string) => `表示は${time}時点のものです。保存や実行はできません。入力した内容は残ります。`,
    en: (time: string) => `What you see is from ${time}. Nothing can be saved or run; what you typed stays.`,
  },
})

interface Shown {
  tone?: string | undefined
  glyph: ReactNode
  words: string
  title: string
}

function shownOf(now: Connection, t: Said<typeof text>): Shown {
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

/** Says for the whole console whether what is shown is live, catching up, or stopped since when; pressed, what happens next. */
export function ConnectionIndicator() {
  const t = useText(text)
  useZone()
  const [opened, setOpened] = useState(false)
  const { now } = useConnection()
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
          <p>
            <Details now={now} />
          </p>
          {trouble && <RetryButton waits={now.retryAt !== null} />}
        </Popover.Dropdown>
      </Popover>
      <span role="status" className={frameCss.hidden}>
        {trouble || now.is === 'catchingUp' ? title : ''}
      </span>
    </>
  )
}

function Details({ now }: { now: Connection }) {
  const t = useText(text)
  switch (now.is) {
    case 'live':
      return t.liveWords
    case 'connecting':
      return t.connectingWords
    case 'catchingUp':
      return t.catchingUpWords(formatHourMinute(now.since))
    case 'stopped':
      return (
        <>
          <Countdown retryAt={now.retryAt} />
          {t.stoppedWords(formatHourMinute(now.since))}
        </>
      )
    case 'offline':
      return t.offlineWords(formatHourMinute(now.since))
  }
}

/** Counts the seconds while it is looked at. */
function Countdown({ retryAt }: { retryAt: number | null }) {
  const t = useText(text)
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), 500)
    return () => window.clearInterval(timer)
  }, [])
  if (retryAt === null) return t.retrying
  return t.retryIn(Math.max(1, Math.ceil((retryAt - nowMs) / 1000)))
}

function RetryButton({ waits }: { waits: boolean }) {
  const t = useText(text)
  const reconnect = useConnection((connection) => connection.reconnect)
  return (
    <Button size="sm" icon={<IconRefresh size={16} />} disabled={!waits} onClick={reconnect}>
      {t.retryNow}
    </Button>
  )
}
