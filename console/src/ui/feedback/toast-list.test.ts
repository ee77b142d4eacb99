import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countDown, dismissToast, holdToast, showToast, useToasts } from './toast-list.ts'

const titles = (): string[] => useToasts.getState().shown.map((toast) => toast.title)
const idOf = (title: string): number => useToasts.getState().shown.find((toast) => toast.title === title)?.id ?? -1

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a toast stays 5000 ms', () => {
  showToast({ kind: 'success', title: 'a' })
  vi.advanceTimersByTime(4999)
  expect(titles()).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('a held toast stays until it is released, then another 5000 ms', () => {
  showToast({ kind: 'error', title: 'a' })
  vi.advanceTimersByTime(3000)
  holdToast(idOf('a'))
  vi.advanceTimersByTime(60_000)
  expect(titles()).toEqual(['a'])
  countDown(idOf('a'))
  vi.advanceTimersByTime(5000)
  expect(titles()).toEqual([])
})

test('a repeated toast increments the counter of the visible one and restarts its 5000 ms', () => {
  showToast({ kind: 'error', title: 'a', message: 'why' })
  vi.advanceTimersByTime(3000)
  showToast({ kind: 'error', title: 'a', message: 'why' })
  showToast({ kind: 'error', title: 'a', message: 'another reason' })
  expect(useToasts.getState().shown.map(({ message, times }) => [message, times])).toEqual([
    ['why', 2],
    ['another reason', 1],
  ])
  vi.advanceTimersByTime(4999)
  expect(titles()).toEqual(['a', 'a'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual([])
})

test('a fifth toast removes the oldest, and a dismissed toast disappears at once', () => {
  for (const title of ['a', 'b', 'c', 'd', 'e']) showToast({ kind: 'success', title })
  expect(titles()).toEqual(['b', 'c', 'd', 'e'])
  dismissToast(idOf('c'))
  expect(titles()).toEqual(['b', 'd', 'e'])
})
