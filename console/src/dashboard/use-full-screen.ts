import { useEffect, useSyncExternalStore } from 'react'

const pageId = 'main'

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
const isOn = (): boolean => document.fullscreenElement?.id === pageId

/** Shows the page alone on the whole screen, for a wall. The browser ends it on Escape. Null where the browser cannot do it. */
export function useFullScreen(): { on: boolean; enter: (() => void) | null; leave: () => void } {
  const on = useSyncExternalStore(subscribe, isOn)
  useEffect(() => {
    if (!on) return
    // The screen of a wall must not go dark. A browser that cannot keep it on leaves that to its settings.
    const lock = navigator.wakeLock?.request('screen').catch(() => null)
    return () => void lock?.then((kept) => kept?.release())
  }, [on])
  const leave = (): void => void document.exitFullscreen().catch(() => undefined)
  const enter = (): void =>
    void document
      .getElementById(pageId)
      ?.requestFullscreen()
      .catch(() => undefined)
  return { on, enter: document.fullscreenEnabled ? enter : null, leave }
}
