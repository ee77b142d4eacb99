import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { liveNotes } from '../session/live/live-notes.ts'
import { refreshAll } from '../session/live/live-cache.ts'
import { Button, TextButton } from '../ui/form/Button.tsx'
import { useConnection } from '../ui/frame/connection.ts'
import type { Connection } from '../ui/frame/connection.ts'
import { formatClock, formatHourMinute } from '../ui/words/clock.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { defineText, useText } from '../ui/words/text.ts'
import { useZone } from '../ui/words/zone.ts'
import css from './connection.module.css'
import { ReceivedData } from './ReceivedData.tsx'
import { reloadedText } from './reloaded-text.ts'

const text = defineText({
  liveTitle: { ja: 'リアルタイムで更新しています', en: 'Updating live' },
  liveWords: { ja: '変化があると、表示中の画面にすぐ反映されます。', en: 'What you see changes as soon as something happens.' },
  lastChange: { ja: (time: string) => `最後の変化 ${time}。`, en: (time: string) => `Last change ${time}. ` },
  connectingTitle: { ja: 'サーバーに接続しています', en: 'Connecting to the server' },
  connectingWords: { ja: 'つながると、リアルタイムで更新します。', en: 'Live updates begin once it is connected.' },
  catchingUpTitle: { ja: '止まっていた間の変化を取り込んでいます', en: 'Taking in what changed meanwhile' },
  catchingUpWords: {
    ja: (of: string, done: string) => `${of}件中${done}件。表示中の一覧は終わりしだい最新になります。`,
    en: (of: string, done: string) => `${done} of ${of}. What you see is current when this ends.`,
  },
  stoppedTitle: {
    ja: (time: string) => `${time}からリアルタイム更新が止まっています`,
    en: (time: string) => `Live updates stopped at ${time}`,
  },
  retryIn: { ja: (seconds: number) => `${seconds}秒後に再接続します。`, en: (seconds: number) => `Reconnecting in ${seconds} s. ` },
  retrying: { ja: '再接続しています。', en: 'Reconnecting now. ' },
  stoppedWords: {
    ja: (time: string) => `表示は${time}時点のものです。操作は続けられます。`,
    en: (time: string) => `What you see is from ${time}. You can go on working.`,
  },
  retryNow: { ja: '今すぐ再接続', en: 'Reconnect now' },
  reload: { ja: '一覧を読み直す', en: 'Load the lists again' },
  offlineTitle: { ja: 'このPCがネットワークにつながっていません', en: 'This computer has no network' },
  offlineWords: {
    ja: (time: string) => `表示は${time}時点のものです。保存や実行はできません。入力した内容は残ります。`,
    en: (time: string) => `What you see is from ${time}. Nothing can be saved or run; what you typed stays.`,
  },
})

/** The time, renewed twice a second while the details are open. */
function useTick(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), 500)
    return () => window.clearInterval(timer)
  }, [])
  return nowMs
}

/** Explanation of the connection state: the age of the shown data, the next step, and what arrived last. */
export function ConnectionDetails({ now }: { now: Connection }) {
  useZone()
  const { title, words } = useWords(now, useTick())
  return (
    <>
      <b className={css.title}>{title}</b>
      <p>{words}</p>
      {(now.is === 'stopped' || now.is === 'offline') && <Actions waits={now.retryAt !== null} online={now.is === 'stopped'} />}
      {now.is === 'live' && <Reloaded />}
      <ReceivedData rows={liveNotes.received} />
    </>
  )
}

function useWords(now: Connection, nowMs: number): { title: string; words: string } {
  const t = useText(text)
  switch (now.is) {
    case 'live': {
      const { lastChangeMs } = liveNotes
      return { title: t.liveTitle, words: (lastChangeMs === null ? '' : t.lastChange(formatClock(lastChangeMs))) + t.liveWords }
    }
    case 'connecting':
      return { title: t.connectingTitle, words: t.connectingWords }
    case 'catchingUp':
      return { title: t.catchingUpTitle, words: t.catchingUpWords(formatNumber(now.of), formatNumber(now.of - now.left)) }
    case 'stopped': {
      const retry = now.retryAt === null ? t.retrying : t.retryIn(Math.max(1, Math.ceil((now.retryAt - nowMs) / 1000)))
      return { title: t.stoppedTitle(formatClock(now.since)), words: retry + t.stoppedWords(formatHourMinute(now.since)) }
    }
    case 'offline':
      return { title: t.offlineTitle, words: t.offlineWords(formatHourMinute(now.since)) }
  }
}

function Actions({ waits, online }: { waits: boolean; online: boolean }) {
  const t = useText(text)
  const reconnect = useConnection((connection) => connection.reconnect)
  return (
    <div className={css.actions}>
      <Button size="sm" icon={<IconRefresh size={16} />} disabled={!waits} onClick={reconnect}>
        {t.retryNow}
      </Button>
      {online && <TextButton onClick={() => void refreshAll()}>{t.reload}</TextButton>}
    </div>
  )
}

/** The lists that were loaded again after the last gap, and those that could not be loaded. */
function Reloaded() {
  const t = useText(reloadedText)
  const { reloaded } = liveNotes
  if (!reloaded || reloaded.queries.length === 0) return null
  const failed = reloaded.queries.filter(({ state }) => state.status === 'error')
  const loaded = reloaded.queries.filter((query) => !failed.includes(query))
  return (
    <>
      {loaded.length > 0 && <p>{t.reloaded(formatClock(reloaded.atMs), t.names(loaded))}</p>}
      {failed.length > 0 && <p className={css.failed}>{t.failed(t.names(failed))}</p>}
    </>
  )
}
