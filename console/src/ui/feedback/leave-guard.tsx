import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './Dialog.tsx'
import { defineText, useText } from '../words/text.ts'

const text = defineText({
  title: { ja: '保存せずに移動しますか', en: 'Leave without saving?' },
  words: { ja: '入力した内容は保存されません。', en: 'What you entered will be lost.' },
  act: { ja: '保存せずに移動', en: 'Leave' },
  stay: { ja: 'この画面に残る', en: 'Stay' },
})

export interface LeaveTexts {
  title: string
  words: ReactNode
  act: string
  stay: string
}

/** Paths that the user can open without confirmation: sign-out, and sign-in after the end of a session. */
const unguardedPaths = ['/logout', '/login']

/**
 * Asks for confirmation before the user leaves a changed form by a link, by the back button of the browser or by closing the tab. A
 * change of the address within the same path does not count. Returns the dialog, which the screen must render. `own` replaces the
 * texts of the dialog. `isFree` names paths that need no confirmation.
 */
export function useLeaveGuard(changed: boolean, own?: LeaveTexts, isFree?: (path: string) => boolean): ReactNode {
  const t = useText(text)
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      changed && next.pathname !== current.pathname && !unguardedPaths.includes(next.pathname) && !isFree?.(next.pathname),
    enableBeforeUnload: () => changed,
    withResolver: true,
  })
  const texts = own ?? t
  return (
    <ConfirmDialog
      opened={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title={texts.title}
      act={texts.act}
      danger
      cancelLabel={texts.stay}
      onAct={() => leaving.proceed?.()}
    >
      {texts.words}
    </ConfirmDialog>
  )
}
