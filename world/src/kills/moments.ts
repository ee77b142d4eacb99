import { setTimeout as wait } from 'node:timers/promises'
import type { OwnPostgres } from './own-postgres.ts'
import type { TestEnvironment, TestEnvironmentOptions } from './test-environment.ts'

/** Maximum delay of a fault after cards get answers again, in milliseconds. */
const maxDelayMs = 400
/** Share of the faults that do not wait for an answer to a card. */
const unwaitedShare = 0.2

export type MomentsOptions = {
  moments: number
  print: (text: string) => void
}

/**
 * Causes a fault at `moments` random moments while all SIMs install and remove repeatedly. Waits for the end of each fault.
 */
export async function atRandomMoments(
  environment: TestEnvironment,
  options: MomentsOptions,
  causeFault: () => Promise<void>,
): Promise<void> {
  let faults = 0
  for (let run = 0; faults < options.moments; run++) {
    for (const action of ['install', 'remove'] as const) {
      const campaign = await environment.campaigns.start(action)
      let over = false
      const finished = environment.campaigns.finished(campaign).finally(() => (over = true))
      const faulting = (async () => {
        while (faults < options.moments) {
          await answered(environment, () => over)
          await wait(environment.random.between(0, maxDelayMs))
          if (over) return
          faults++
          await causeFault()
        }
      })()
      const [ended] = await Promise.all([finished, faulting])
      await environment.campaigns.verify(action, ended)
      options.print(`${faults} of ${options.moments} moments`)
    }
  }
}

/** Waits for an answer to a card before most faults, so that cards make progress between them. */
async function answered(environment: TestEnvironment, over: () => boolean): Promise<void> {
  const { answers } = environment.recovery
  const waits = environment.random.fraction() >= unwaitedShare
  while (waits && !over() && environment.recovery.answers === answers) await wait(5)
}

/** A fault that kills one of the nodes by `kill -9` and waits until its replacement is ready. */
export function killsNode(environment: TestEnvironment): () => Promise<void> {
  return async () => {
    const node = environment.nodes[environment.random.between(0, environment.nodes.length - 1)]!
    environment.recovery.killed()
    node.kill()
    await node.ready
  }
}

/** Options of a test environment whose PostgreSQL can be stopped. */
export const stoppable = (postgres: OwnPostgres): Pick<TestEnvironmentOptions, 'postgresUrl' | 'postgresPort'> => ({
  postgresUrl: postgres.url,
  postgresPort: postgres.port,
})

/**
 * A fault that stops PostgreSQL immediately and starts it again. Meanwhile the server must report that it is not ready, and some cards
 * repeat their frames until they give up. The time to recover counts from the restart.
 */
export function stopsPostgres(environment: TestEnvironment, postgres: OwnPostgres): () => Promise<void> {
  return async () => {
    environment.skipsLeftWithoutPostgres = environment.random.between(0, 5)
    environment.postgresRunning = false
    await postgres.stopImmediately()
    if (await environment.campaigns.serverReady()) throw new Error('the server reports that it is ready without a database')
    while (environment.skipsLeftWithoutPostgres > 0) await wait(5)
    await postgres.start()
    environment.postgresRunning = true
    environment.recovery.killed()
    while (!(await environment.campaigns.serverReady())) await wait(5)
  }
}
