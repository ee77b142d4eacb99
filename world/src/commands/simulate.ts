import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { readNetworkOdds } from '@simdeck/simulator/bad-network.ts'
import type { SimulationOptions } from '@simdeck/simulator/simulation/simulate-session.ts'
import { addTotals, newTotals } from '@simdeck/simulator/simulation/totals.ts'
import type { SimulationTotals } from '@simdeck/simulator/simulation/totals.ts'
import type { ThreadShare } from './simulate-thread.ts'

const simulateUsage = `usage: npm run -s simulate -- [--seed S] [--sessions N] [--network SPEC] [--crashes PERCENT] [--power PERCENT] [--install OCTETS] [--threads T]
  --seed      seed (1); of many sessions, session n has the seed S/n, and --sessions 1 --seed S/n repeats it
  --sessions  number of SIMs with work, each simulated until its work is done (1000)
  --network   faults of the network, in percent of the frames (loss=5,double=5,delay=5,reorder=5,truncation=5,change=5,disconnection=5)
  --crashes   percent of the server's commits at which its node crashes; ten times this percentage of the SIMs have faults (5)
  --power     percent of the commands before or after which the card loses power (0)
  --install   code size in octets; each SIM's work is then one install of this size (any work)
  --threads   number of threads (one for each core)`

/** Largest code size in octets that a component of a CAP file can hold. */
const maxCodeOctets = 30_000
const usualNetwork = 'loss=5,double=5,delay=5,reorder=5,truncation=5,change=5,disconnection=5'

export interface SimulateArguments {
  seed: string
  sessions: number
  threads: number
  options: SimulationOptions
}

/** Parses the command line. Throws an `Error` with a one-line message for the user. */
export function readSimulateArguments(args: readonly string[]): SimulateArguments {
  const option = { type: 'string' } as const
  const options = { seed: option, sessions: option, network: option, crashes: option, power: option, install: option, threads: option }
  const { values } = parseArgs({ args: [...args], options })
  const sessions = readWhole('--sessions', values.sessions, 1000)
  const crashes = Number(values.crashes ?? 5)
  if (!(crashes >= 0 && crashes <= 10)) throw new Error('--crashes takes a percentage from 0 to 10')
  const power = Number(values.power ?? 0)
  if (!(power >= 0 && power <= 50)) throw new Error('--power takes a percentage from 0 to 50')
  const install = values.install === undefined ? undefined : readWhole('--install', values.install, 0)
  if (install !== undefined && install > maxCodeOctets) throw new Error(`--install takes ${maxCodeOctets} octets at most`)
  return {
    seed: values.seed ?? '1',
    sessions,
    threads: Math.min(sessions, readWhole('--threads', values.threads, availableParallelism())),
    options: { network: readNetworkOdds(values.network ?? usualNetwork), crashes: crashes / 100, power: power / 100, install },
  }
}

function readWhole(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} takes a whole number above 0`)
  return Number(text)
}

/** Runs all sessions; `onProgress` receives the totals so far. */
export async function simulate(args: SimulateArguments, onProgress: (totals: SimulationTotals) => void): Promise<SimulationTotals> {
  const { seed, sessions, threads, options } = args
  const totals = newTotals()
  const shareOf = (thread: number): ThreadShare => ({
    seeds: sessions === 1 ? { only: seed } : { of: seed, from: thread, to: sessions, step: threads },
    options,
  })
  const play = async (thread: number): Promise<void> => {
    const worker = new Worker(new URL('./simulate-thread.ts', import.meta.url), {
      workerData: shareOf(thread),
      // Sessions create millions of short-lived objects: a larger young generation halves the time.
      resourceLimits: { maxYoungGenerationSizeMb: 128 },
    })
    worker.on('message', (more: SimulationTotals) => {
      addTotals(totals, more)
      onProgress(totals)
    })
    await once(worker, 'exit')
  }
  await Promise.all(Array.from({ length: threads }, (_, thread) => play(thread)))
  return totals
}

function summary(totals: SimulationTotals, seconds: number): string {
  const { sessions, frames, nodeFailures, powerLosses, interruptions, resumed, faults, ends } = totals
  const list = (name: string, values: Readonly<Record<string, number>>): string =>
    [
      name,
      ...Object.entries(values)
        .toSorted((a, b) => b[1] - a[1])
        .map(([one, count]) => `  ${String(count).padStart(9)}  ${one}`),
    ].join('\n')
  const speed = `${sessions} sessions in ${seconds.toFixed(1)} s: ${Math.round(sessions / seconds)} a second`
  return [
    speed,
    list('what happened', { frames, nodeFailures, powerLosses, interruptions, resumed }),
    list('faults of the network', faults),
    list('ends', ends),
  ].join('\n')
}

const failuresShown = 20
const msPerLine = 10_000

async function run(args: SimulateArguments): Promise<void> {
  const startedAt = performance.now()
  let nextLineAt = startedAt + msPerLine
  const totals = await simulate(args, ({ sessions, failures }) => {
    if (performance.now() < nextLineAt) return
    nextLineAt = performance.now() + msPerLine
    console.log(`${sessions} sessions, ${failures.length} with errors`)
  })
  console.log(summary(totals, (performance.now() - startedAt) / 1000))
  for (const { seed, wrong } of totals.failures.slice(0, failuresShown)) console.error(`--seed ${seed} --sessions 1: ${wrong.join('; ')}`)
  console.log(totals.failures.length === 0 ? 'every session ended correctly' : `${totals.failures.length} sessions did not end correctly`)
  if (totals.failures.length > 0) process.exitCode = 1
}

if (import.meta.main) {
  if (process.argv.includes('--help')) console.log(simulateUsage)
  else {
    try {
      await run(readSimulateArguments(process.argv.slice(2)))
    } catch (error) {
      console.error(error instanceof Error ? error.message.split('\n')[0] : error)
      process.exitCode = 1
    }
  }
}
