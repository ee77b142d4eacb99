import { CallError } from '@simdeck/contract/client.ts'
import type { ErrorBody } from '@simdeck/contract/errors.ts'
import { tokenRefreshMs } from '@simdeck/contract/events.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../ending.ts'
import { keepRenewing, renewAfterRefusal } from './renewal.ts'
import { callOnce } from './transport.ts'

type Auth = { accessToken: string; refreshToken: string } | null
const tab = vi.hoisted(() => ({ auth: null as Auth, storage: null as Auth, leaving: false }))

vi.mock('../leaving-page.ts', () => ({ isLeavingPage: () => tab.leaving }))
vi.mock('../ending.ts', () => ({ endSession: vi.fn<(refusal: ErrorBody | null) => void>() }))
vi.mock('./transport.ts', () => ({ callOnce: vi.fn<() => Promise<Auth>>() }))
vi.mock('../../ui/table/persisted.ts', () => ({
  usePersisted: {
    getState: () => ({ auth: tab.auth, setAuth: (auth: Auth) => (tab.auth = tab.storage = auth) }),
    persist: { rehydrate: () => (tab.auth = tab.storage) },
  },
}))

const exchange = vi.mocked(callOnce)
const first = { accessToken: 'a1', refreshToken: 'r1' }
const second = { accessToken: 'a2', refreshToken: 'r2' }
const expired = new CallError(401, { code: 'sessionExpired', message: 'Your session has expired. Please sign in again' })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  tab.auth = tab.storage = first
  tab.leaving = false
  exchange.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.mocked(endSession).mockReset()
})

test.each(['with locks', 'in a browser without locks'])('calls refused at the same time renew once, %s', async (browser) => {
  if (browser !== 'with locks') vi.stubGlobal('navigator', {})
  exchange.mockResolvedValue(second)
  expect(await Promise.all([renewAfterRefusal(), renewAfterRefusal(), renewAfterRefusal()])).toEqual([true, true, true])
  expect(exchange).toHaveBeenCalledTimes(1)
  expect(tab.auth).toEqual(second)
})

test('newer tokens of another tab are used instead of a renewal', async () => {
  tab.storage = second
  expect(await renewAfterRefusal()).toBe(true)
  expect(exchange).not.toHaveBeenCalled()
  expect(tab.auth).toEqual(second)
})

test('a refused renewal ends the session with the server’s reason', async () => {
  exchange.mockRejectedValue(expired)
  await expect(renewAfterRefusal()).rejects.toBe(expired)
  expect(endSession).toHaveBeenCalledExactlyOnceWith(expired.body)
})

test('a renewal after a 401 that does not reach the server ends the session with the default reason', async () => {
  exchange.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await renewAfterRefusal()).toBe(false)
  expect(endSession).toHaveBeenCalledExactlyOnceWith(null)
})

test('while the page is left, an aborted renewal keeps the session, and a refused renewal ends it', async () => {
  tab.leaving = true
  const givenUp = new TypeError('Failed to fetch')
  exchange.mockRejectedValueOnce(givenUp)
  await expect(renewAfterRefusal()).rejects.toBe(givenUp)
  expect(endSession).not.toHaveBeenCalled()
  exchange.mockRejectedValueOnce(expired)
  await expect(renewAfterRefusal()).rejects.toBe(expired)
  expect(endSession).toHaveBeenCalledTimes(1)
})

test('tokens are renewed in each round, unless another tab has renewed them', async () => {
  exchange.mockResolvedValue(second)
  const stop = keepRenewing()
  await vi.advanceTimersByTimeAsync(tokenRefreshMs)
  expect(exchange).toHaveBeenCalledTimes(1)
  tab.auth = tab.storage = { accessToken: 'a3', refreshToken: 'r3' }
  await vi.advanceTimersByTimeAsync(tokenRefreshMs)
  expect(exchange).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(tokenRefreshMs)
  expect(exchange).toHaveBeenCalledTimes(2)
  stop()
  await vi.advanceTimersByTimeAsync(tokenRefreshMs)
  expect(exchange).toHaveBeenCalledTimes(2)
})

test('a refused round ends the session, and a round that does not reach the server keeps it', async () => {
  const stop = keepRenewing()
  exchange.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(tokenRefreshMs)
  exchange.mockRejectedValueOnce(new CallError(503, null))
  await vi.advanceTimersByTimeAsync(tokenRefreshMs)
  expect(endSession).not.toHaveBeenCalled()
  exchange.mockRejectedValueOnce(expired)
  await vi.advanceTimersByTimeAsync(tokenRefreshMs)
  expect(endSession).toHaveBeenCalledTimes(1)
  stop()
})
