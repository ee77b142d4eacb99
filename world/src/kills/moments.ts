import { setTimeout as wait } from 'node:timers/promises'
import type { OwnPostgres } from './own-postgres.ts'
import type { Stage, StageOptions } from './stage.ts'

/** Maximum delay of a strike after cards get answers again, in milliseconds. */
const withinMs = 400
/** One strike in this number does not wait for an answer to a card. */
const hastyOneIn = 5

export type MomentsOptions = {
  moments: number
  print: (text: string) => void
}

/**
 * Calls `strike` at random moments, as often as `moments` says, while all SIMs install and remove repeatedly. Waits for the end of each
 * strike.
 */
export async function atRandomMoments(stage: Stage, options: MomentsOptions, strike: () => Promise<void>): Promise<void> {
  let struck = 0
  for (let run = 0; struck < options.moments; run++) {
    for (const action of ['install', 'remove'] as const) {
      const campaign = await stage.jobs.begin(action)
      let over = false
      const finished = stage.jobs.finished(campaign).finally(() => (over = true))
      const striking = (async () => {
        while (struck < options.moments) {
          await answered(stage, () => over)
          await wait(stage.random.between(0, withinMs))
          if (over) return
          struck++
          await strike()
        }
      })()
      const [ended] = await Promise.all([finished, striking])
      await stage.jobs.judge(action, ended)
      options.print(`${struck} of ${options.moments} moments`)
    }
  }
}

/** Waits for an answer to a card before most strikes, so that cards make progress between them. Some strikes do not wait. */
async function answered(stage: Stage, over: () => boolean): Promise<void> {
  const { answers } = stage.recovery
  const waits = stage.random.between(1, hastyOneIn) > 1
  while (waits && !over() && stage.recovery.answers === answers) await wait(5)
}

/** A strike that kills one of the nodes by `kill -9` and waits until its replacement is ready. */
export function killsNode(stage: Stage): () => Promise<void> {
  return async () => {
    const victim = stage.victims[stage.random.between(0, stage.victims.length - 1)]!
    stage.recovery.killed()
    victim.kill()
    await victim.ready
  }
}

/** Options of a test environment whose PostgreSQL can be stopped. */
export const stoppable = (postgres: OwnPostgres): Pick<StageOptions, 'postgresUrl' | 'postgresPort'> => ({
  postgresUrl: postgres.url,
  postgresPort: postgres.port,
})

/**
 * A strike that stops PostgreSQL immediately and starts it again. Meanwhile the server must report that it is not ready, and some cards
 * repeat their frames until they give up. The time to recover counts from the restart.
 */
export function stopsPostgres(stage: Stage, postgres: OwnPostgres): () => Promise<void> {
  return async () => {
    stage.leapsWithout = stage.random.between(0, 5)
    stage.postgresThere = false
    await postgres.stopImmediately()
    if (await stage.jobs.serverReady()) throw new Error('the server says that it is ready without a database')
    while (stage.leapsWithout > 0) await wait(5)
    await postgres.start()
    stage.postgresThere = true
    stage.recovery.killed()
    while (!(await stage.jobs.serverReady())) await wait(5)
  }
}
