import { listen } from '../platform/db/notifications.ts'
import type { Change } from '../platform/events/changes.ts'
import { until } from './until.ts'

/** The changes that every node of an installation is told, from now on. */
export async function changesOf({ databaseUrl }: { databaseUrl: string }) {
  const told: Change[] = []
  const listening = listen(
    databaseUrl,
    (payload) => void told.push(JSON.parse(payload) as Change),
    () => undefined,
  )
  await listening.ready
  return {
    /** Waits until the nodes are told of all these ids at once. */
    tell: (field: 'sims' | 'jobs' | 'campaigns' | 'rereadSims', ids: readonly number[]) =>
      until(async () => told.some(({ [field]: some }) => Array.isArray(some) && ids.every((id) => some.includes(id)))),
    /** Waits until the nodes are told to read all SIMs with due OTAs. */
    tellDue: () => until(async () => told.some(({ rereadSims }) => rereadSims === 'due')),
    forget: () => void told.splice(0),
    [Symbol.asyncDispose]: () => listening.close(),
  }
}
