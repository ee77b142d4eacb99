import { afterEach, expect, test, vi } from 'vitest'
import { callJson } from './http-call.ts'

vi.mock('node:dns/promises', () => ({ lookup: () => new Promise(() => undefined) }))
afterEach(() => void vi.useRealTimers())

test('a name server that never answers fails the call before anything is sent', async () => {
  vi.useFakeTimers()
  const url = new URL('http://carrier.example/rws/api/v1/devices')
  const failure = callJson({ method: 'GET', url, authorization: 'Basic eA==', body: null, reach: 'anywhere' }).catch(
    (error: unknown) => error,
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await failure).toMatchObject({ failure: 'unreachable', mayHaveRun: false })
})
