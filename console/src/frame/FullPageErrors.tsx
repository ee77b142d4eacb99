import { IconRefresh } from '@tabler/icons-react'
import { ScreenNotLoaded } from '../session/address/load-screen.ts'
import { Button } from '../ui/form/Button.tsx'
import { defineText, useText } from '../ui/words/text.ts'
import { BareFrame } from './BareFrame.tsx'
import { LogoMark } from './Logo.tsx'
import css from './frame.module.css'

const text = defineText({
  busy: { ja: 'サーバーが混み合っています', en: 'The server is busy' },
  busyWords: { ja: 'しばらく待ってから、再読み込みしてください。', en: 'Wait a moment, then reload the page.' },
  reload: { ja: '再読み込み', en: 'Reload' },
  broken: { ja: '画面を表示できませんでした', en: 'This screen could not be shown' },
  newVersion: { ja: '新しいバージョンがあります', en: 'There is a new version' },
  newVersionWords: { ja: '再読み込みすると、新しいバージョンで続けられます。', en: 'Reload to go on with it.' },
  unloaded: { ja: '画面を読み込めませんでした', en: 'This screen could not be loaded' },
  unloadedWords: {
    ja: 'サーバーに接続できませんでした。通信状態を確認してから、再読み込みしてください。',
    en: 'The server could not be reached. Check your connection, then reload.',
  },
  brokenWords: {
    ja: '再読み込みしても直らない場合は、管理者に連絡してください。',
    en: 'If reloading does not help, tell your administrator.',
  },
})

function reload(): void {
  window.location.reload()
}

/** Page for a failed start of the console: nothing can be shown until the server answers. */
export function BusyPage() {
  const t = useText(text)
  return (
    <BareFrame title={t.busy}>
      <Failed title={t.busy} message={t.busyWords} />
    </BareFrame>
  )
}

/** Page without the frame for a screen that failed to render or to load. */
export function BrokenPage({ error }: { error: unknown }) {
  const failure = useFailure(error)
  return (
    <BareFrame title={failure.title}>
      <Failed {...failure} />
    </BareFrame>
  )
}

/** The content of `BrokenPage` inside the frame, in place of the failed screen. */
export function BrokenScreen({ error }: { error: unknown }) {
  return (
    <main className={css.bareMain} id="main">
      <Failed {...useFailure(error)} />
    </main>
  )
}

function useFailure(error: unknown): { title: string; message: string } {
  const t = useText(text)
  if (!(error instanceof ScreenNotLoaded)) return { title: t.broken, message: t.brokenWords }
  if (error.why === 'newVersion') return { title: t.newVersion, message: t.newVersionWords }
  return { title: t.unloaded, message: t.unloadedWords }
}

function Failed({ title, message }: { title: string; message: string }) {
  const t = useText(text)
  return (
    <div className={css.fullPage}>
      <LogoMark size={40} gap="var(--sd-bg)" />
      <h1>{title}</h1>
      <p>{message}</p>
      <Button variant="primary" size="lg" icon={<IconRefresh size={16} />} onClick={reload}>
        {t.reload}
      </Button>
    </div>
  )
}
