import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startChild } from '../child.ts'
import type { listAsker } from '../list-asker.ts'
import type { BenchSim } from '../bench-sims.ts'
import type { ProbedPoll } from '../poll-probe.ts'

const pollsPerSecond = 40
const watchedMs = 5_000
const lookEveryMs = 200

/** Starts SIMs that poll one after the other, so that it shows from which moment on no SIM gets its OTA. */
export async function startProbe(sims: readonly BenchSim[], port: number): Promise<Child> {
  const probe = startChild('poll-probe.ts')
  await probe.ask({ task: { profiles: sims.map(({ profile }) => profile), port, perSecond: pollsPerSecond } })
  return probe
}

/** The effect of a call on a campaign, in milliseconds from the call. */
export type Change = {
  answeredMs: number
  /** The last POLL that got an OTA, and the first one. Null: none did. */
  lastStartMs: number | null
  firstStartMs: number | null
  /** The end of the work that the call caused. */
  doneMs: number
  /** Durations of the pages of the SIM list until then. */
  listTimes: number[]
}

export type Watched = { probe: Child; list: ReturnType<typeof listAsker> }

/** Calls, waits until the work is done, and watches the POLLs until some seconds later. */
export async function measureChange(
  { probe, list }: Watched,
  call: () => Promise<unknown>,
  isDone: () => Promise<boolean>,
): Promise<Change> {
  await probe.ask({})
  const calledAt = Date.now()
  const since = () => Date.now() - calledAt
  const { done, times } = await list.meanwhile(async () => {
    await call()
    const answeredMs = since()
    while (!(await isDone())) await pause(lookEveryMs)
    return { answeredMs, doneMs: since() }
  })
  await pause(watchedMs)
  const polls = await probe.ask<ProbedPoll[]>({})
  const starts = polls.filter(({ started }) => started).map(({ sentAt }) => Math.max(0, sentAt - calledAt))
  return {
    ...done,
    lastStartMs: starts.length > 0 ? Math.max(...starts) : null,
    firstStartMs: starts.length > 0 ? Math.min(...starts) : null,
    listTimes: times,
  }
}
