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

/** The toasts on screen, oldest first. */
export const useToasts = create<{ shown: readonly (ToastContent & { id: number })[] }>(() => ({ shown: [] }))

/** How long a toast stays (specification §9). */
const shownMs = 5000
/** More than these push the oldest out. */
const most = 4
const timers = new Map<number, ReturnType<typeof setTimeout>>()
let last = 0

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  useToasts.setState(({ shown }) => ({ shown: shown.filter((one) => one.id !== id) }))
}

/** Starts the 5000 ms again: when a toast appears, and when the pointer or the focus leaves it. */
export function countDown(id: number): void {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismissToast(id), shownMs),
  )
}

/** Somebody reads it: it stays until they turn away. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id))
}

export function showToast(content: ToastContent): void {
  const id = ++last
  const { shown } = useToasts.getState()
  for (const old of shown.slice(0, Math.max(0, shown.length - most + 1))) dismissToast(old.id)
  useToasts.setState((state) => ({ shown: [...state.shown, { ...content, id }] }))
  countDown(id)
}
