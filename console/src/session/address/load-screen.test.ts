import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime, ScreenNotLoaded } from './load-screen.ts'

const whyOf = (loading: Promise<unknown>): Promise<string> =>
  loading.then(
    () => 'loaded',
    (error: unknown) => (error instanceof ScreenNotLoaded ? error.why : String(error)),
  )
const missing = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

function pageWith(entry: string): void {
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => entry }) })
}
const serverWith = (html: string): void => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(html)))
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a loaded screen is returned, and no timer remains', async () => {
  await expect(inTime(Promise.resolve({ Screen: 1 }))).resolves.toEqual({ Screen: 1 })
  expect(vi.getTimerCount()).toBe(0)
})

test('a script that does not arrive fails after 120,000 ms, not before', async () => {
  let result = 'waiting'
  const loading = whyOf(inTime(new Promise(() => undefined), () => Promise.resolve('unreachable')))
  void loading.then((why) => {
    result = why
  })
  await vi.advanceTimersByTimeAsync(119_999)
  expect(result).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(result).toBe('unreachable')
})

test('a missing script means a new version if the server sends another entry script now', async () => {
  pageWith('/assets/index-old.js')
  serverWith('<script type="module" src="/assets/index-new.js"></script>')
  expect(await whyOf(inTime(missing()))).toBe('newVersion')
})

test('with the same entry script or without an answer, the server counts as unreachable', async () => {
  pageWith('/assets/index-old.js')
  serverWith('<script type="module" src="/assets/index-old.js"></script>')
  expect(await whyOf(inTime(missing()))).toBe('unreachable')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  expect(await whyOf(inTime(missing()))).toBe('unreachable')
})
