import { setTimeout as wait } from 'node:timers/promises'
import type { OwnPostgres } from './own-postgres.ts'
import type { Stage, StageOptions } from './stage.ts'

/** They come at most so many milliseconds after cards were answered again. */
const withinMs = 400
/** One strike in so many does not wait for an answer to a card. */
const hastyOneIn = 5

export type MomentsOptions = {
  moments: number
  print: (text: string) => void
}

/**
 * While all SIMs install and remove, again and again: so many times lets `strike` take something down at a random moment, and what
 * it answers is waited for.
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

/** Most strikes wait for an answer, so that cards get on between them; some come before there was one. */
async function answered(stage: Stage, over: () => boolean): Promise<void> {
  const { answers } = stage.recovery
  const waits = stage.random.between(1, hastyOneIn) > 1
  while (waits && !over() && stage.recovery.answers === answers) await wait(5)
}

/** `kill -9` of the node, or of one of them, which is waited for until it is back. */
export function killsNode(stage: Stage): () => Promise<void> {
  return async () => {
    const victim = stage.victims[stage.random.between(0, stage.victims.length - 1)]!
    stage.recovery.killed()
    victim.kill()
    await victim.ready
  }
}

/** What a stage needs whose PostgreSQL is stopped. */
export const stoppable = (postgres: OwnPostgres): Pick<StageOptions, 'postgresUrl' | 'postgresPort'> => ({
  postgresUrl: postgres.url,
  postgresPort: postgres.port,
})

/**
 * PostgreSQL stops at once, and starts again; meanwhile the server says that it is not ready, and some cards send again, up to giving
 * their sessions up. Sessions are to go on from when it is back.
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
