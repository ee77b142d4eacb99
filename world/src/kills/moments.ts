import { setTimeout as wait } from 'node:timers/promises'
import type { Stage } from './stage.ts'

/** One strike in so many does not wait for an answer to a card. */
const hastyOneIn = 5

export type MomentsOptions = {
  moments: number
  /** They come at most so many milliseconds after cards were answered again. */
  withinMs: number
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
      const ended = stage.jobs.end(action, campaign).finally(() => (over = true))
      const striking = (async () => {
        while (struck < options.moments) {
          await answered(stage, () => over)
          await wait(stage.random.between(0, options.withinMs))
          if (over) return
          struck++
          await strike()
        }
      })()
      await Promise.all([ended, striking])
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
