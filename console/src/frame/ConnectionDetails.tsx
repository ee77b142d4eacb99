import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/form/Button.tsx'
import { formatHourMinute } from '../ui/words/clock.ts'
import { useConnection } from '../ui/frame/connection.ts'
import type { Connection } from '../ui/frame/connection.ts'
import { defineText, useText } from '../ui/words/text.ts'

const text = defineText({
  liveWords: { ja: '変化があると、表示中の画面にすぐ反映されます。', en: 'What you see changes as soon as something happens.' },
  connectingWords: { ja: 'つながると、リアルタイムで更新します。', en: 'Live updates begin once it is connected.' },
  catchingUpWords: {
    ja: (time: string) => `更新が止まったのは${time}です。表示中の画面は終わりしだい最新になります。`,
    en: (time: string) => `Updates stopped at ${time}. What you see is current when this ends.`,
  },
  retryIn: { ja: (seconds: number) => `${seconds}秒後に再接続します。`, en: (seconds: number) => `Reconnecting in ${seconds} s. ` },
  retrying: { ja: '再接続しています。', en: 'Reconnecting now. ' },
  stoppedWords: {
    ja: (time: string) => `表示は${time}時点のものです。つながると自動で最新になります。`,
    en: (time: string) => `What you see is from ${time}. It becomes current by itself once connected.`,
  },
  retryNow: { ja: '今すぐ再接続', en: 'Reconnect now' },
  offlineWords: {
    ja: (time: string) => `表示は${time}時点のものです。保存や実行はできません。入力した内容は残ります。`,
    en: (time: string) => `What you see is from ${time}. Nothing can be saved or run; what you typed stays.`,
  },
})

/** Explanation of the connection state: the age of the shown data, and the next step. */
export function ConnectionDetails({ now }: { now: Connection }) {
  return (
    <>
      <p>
        <Details now={now} />
      </p>
      {(now.is === 'stopped' || now.is === 'offline') && <RetryButton waits={now.retryAt !== null} />}
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

/** Countdown to the next attempt to connect. It runs only while the details are open. */
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
