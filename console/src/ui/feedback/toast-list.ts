import type { ReactNode } from 'react'
import { create } from 'zustand'

export interface ToastLink {
  words: string
  onClick: () => void
}
export interface ToastContent {
  kind: 'success' | 'error'
  title: string
  message?: ReactNode
  link?: ToastLink
}

interface Toast extends ToastContent {
  id: number
  /** Number of times that the message was shown while this toast is visible. */
  times: number
}

/** The toasts on screen, oldest first. */
export const useToasts = create<{ shown: readonly Toast[] }>(() => ({ shown: [] }))

/** Time for which a toast stays visible (specification §9). */
const shownMs = 5000
/** Maximum number of visible toasts. A further toast removes the oldest one. */
const maxToasts = 4
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let last = 0

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  useToasts.setState(({ shown }) => ({ shown: shown.filter((one) => one.id !== id) }))
}

/** Restarts the 5000 ms. Call it when a toast appears, and when the pointer or the focus leaves it. */
export function countDown(id: number): void {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismissToast(id), shownMs),
  )
}

/** Keeps a toast visible while the pointer or the focus is on it. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id))
}

const isSame = (one: ToastContent, other: ToastContent): boolean =>
  one.kind === other.kind && one.title === other.title && one.message === other.message

/** Shows a toast, or increments the counter of a visible one with the same content. */
export function showToast(content: ToastContent): void {
  const shownAlready = useToasts.getState().shown.find((one) => isSame(one, content))
  if (shownAlready) {
    const again = { ...shownAlready, ...content, times: shownAlready.times + 1 }
    useToasts.setState(({ shown }) => ({ shown: shown.map((one) => (one === shownAlready ? again : one)) }))
    return countDown(shownAlready.id)
  }
  const id = ++last
  const { shown } = useToasts.getState()
  for (const old of shown.slice(0, Math.max(0, shown.length - maxToasts + 1))) dismissToast(old.id)
  useToasts.setState((state) => ({ shown: [...state.shown, { ...content, id, times: 1 }] }))
  countDown(id)
}
