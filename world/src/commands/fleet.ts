import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readNetworkOdds } from '@simdeck/simulator/bad-network.ts'
import type { NetworkOdds } from '@simdeck/simulator/bad-network.ts'
import { startFleet } from '@simdeck/simulator/fleet.ts'
import type { Fleet } from '@simdeck/simulator/fleet.ts'
import { readKeysCsv } from '@simdeck/simulator/keys-csv.ts'
import type { Address } from '@simdeck/simulator/link.ts'
import type { Misbehaviour } from '@simdeck/simulator/misbehaviour.ts'
import { readMisbehaviours } from '@simdeck/simulator/usual-misbehaviours.ts'

const fleetUsage = `usage: npm run -s fleet -- --keys FILE.csv --connect HOST:PORT [--sims N] [--seed S] [--speed X] [--seconds T]
                            [--network SPEC] [--misbehave KIND[,KIND]]
  --keys     the CSV that the console imports; lines without keys are skipped
  --connect  the device port of a server
  --sims     number of the file's SIMs to run (all)
  --seed     seed of the fleet; the same seed gives the same behaviour (1)
  --speed    factor by which the SIMs' clocks run faster (1)
  --seconds  number of seconds to run; without it, until Ctrl-C
  --network  faults of the network, in percent of the frames: loss=5,double=5,delay=5,reorder=5,truncation=5,change=5,disconnection=5
  --misbehave  faults of every SIM, such as powerLoss,wrongIndex (listed in simulator/src/misbehaviour.ts)`

export interface FleetArguments {
  keys: string
  connect: Address
  sims: number
  seed: string
  speed: number
  seconds: number
  network: NetworkOdds | undefined
  misbehaviours: readonly Misbehaviour[]
}

/** Parses the command line. Throws an `Error` with a one-line message for the user. */
export function readFleetArguments(args: readonly string[]): FleetArguments {
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      keys: option,
      connect: option,
      sims: option,
      seed: option,
      speed: option,
      seconds: option,
      network: option,
      misbehave: option,
    },
  })
  if (values.keys === undefined) throw new Error('--keys FILE.csv is missing')
  if (values.connect === undefined) throw new Error('--connect HOST:PORT is missing')
  return {
    keys: values.keys,
    connect: readAddress(values.connect),
    sims: readNumber('--sims', values.sims, Number.POSITIVE_INFINITY, true),
    seed: values.seed ?? '1',
    speed: readNumber('--speed', values.speed, 1, false),
    seconds: readNumber('--seconds', values.seconds, Number.POSITIVE_INFINITY, false),
    network: values.network === undefined ? undefined : readNetworkOdds(values.network),
    misbehaviours: values.misbehave === undefined ? [] : readMisbehaviours(values.misbehave),
  }
}

function readAddress(text: string): Address {
  const [, ipv6, name, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:/\s]+)):(\d{1,5})$/.exec(text) ?? []
  const host = ipv6 ?? name
  const port = Number(digits)
  if (host === undefined || !(port >= 1 && port <= 65535)) throw new Error('--connect takes HOST:PORT')
  return { host, port }
}

function readNumber(name: string, text: string | undefined, otherwise: number, whole: boolean): number {
  if (text === undefined) return otherwise
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  if (number <= 0 || (whole && !Number.isInteger(number))) throw new Error(`${name} takes a ${whole ? 'whole ' : ''}number above 0`)
  return number
}

/** One line with the fleet's figures so far. */
function fleetLine(seconds: number, stats: ReturnType<Fleet['stats']>): string {
  const { sims, polls, sessions, commands, commandsFailed, resends, connectionsLost } = stats
  const parts = [
    `${seconds.toFixed(0)} s`,
    `${sims} SIMs`,
    `${polls} polls`,
    `${sessions} sessions`,
    `${commands} commands (${commandsFailed} failed)`,
    `${resends} resends`,
    `${connectionsLost} connections lost`,
  ]
  return parts.join(' · ')
}

const secondsPerLine = 5

async function run(args: FleetArguments): Promise<void> {
  // npm runs scripts in the project's folder, while the path is relative to the caller's folder.
  const text = await readFile(resolve(process.env.INIT_CWD ?? '.', args.keys), 'utf8')
  const { profiles, skipped } = readKeysCsv(text)
  if (profiles.length === 0) throw new Error(`${args.keys} holds no SIM with keys`)
  if (Number.isFinite(args.sims) && args.sims > profiles.length)
    throw new Error(`${args.keys} holds ${profiles.length} SIMs with keys, not ${args.sims}`)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  const startedAt = performance.now()
  const elapsed = (): number => (performance.now() - startedAt) / 1000
  const { connect, speed, seed, network, misbehaviours } = args
  const sims = profiles.slice(0, args.sims).map((profile) => ({ ...profile, misbehaviours }))
  const fleet = startFleet({ sims, connect, speed, seed, network })
  while (!stopping.signal.aborted && elapsed() + 0.1 < args.seconds) {
    const seconds = Math.min(secondsPerLine, args.seconds - elapsed())
    await pause(seconds * 1000, null, { signal: stopping.signal }).catch(() => null)
    console.log(fleetLine(elapsed(), fleet.stats()))
  }
  fleet.stop()
  console.log(JSON.stringify({ seconds: Math.round(elapsed() * 10) / 10, skipped, ...fleet.stats() }))
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'the file of --keys does not exist'
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

if (import.meta.main) {
  if (process.argv.includes('--help')) console.log(fleetUsage)
  else {
    try {
      await run(readFleetArguments(process.argv.slice(2)))
    } catch (error) {
      console.error(reasonOf(error))
      process.exitCode = 1
    }
  }
}
