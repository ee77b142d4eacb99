import { parseArgs } from 'node:util'
import { readConfig } from '@simdeck/server/config.ts'
import type { Bench, BenchFlags } from '../bench/bench.ts'
import { withBench } from '../bench/start-bench.ts'

/** Loaded when asked for: each brings what it alone needs. */
const benches: Record<string, () => Promise<(bench: Bench) => Promise<void>>> = {
  list: async () => (await import('../bench/list.ts')).benchList,
  import: async () => (await import('../bench/import.ts')).benchImport,
  export: async () => (await import('../bench/export.ts')).benchExport,
  sockets: async () => (await import('../bench/sockets.ts')).benchSockets,
}
const names = Object.keys(benches)

const usage = `usage: npm run -s bench -- ${names.join('|')} [--sims N] [--plans] [--minutes M]
  --sims     how many SIMs there are (1000000); made once under DATA_DIR/bench and kept
  --plans    print the plans of the queries that matter
  --minutes  how long a benchmark that lasts goes on (10)`

class UsageError extends Error {}

type BenchArguments = { name: string; sims: number; flags: BenchFlags }

/** Reads the command line. Throws an `Error` whose message is one line for the user. */
export function readBenchArguments(args: readonly string[]): BenchArguments {
  const { values, positionals } = parsed(args)
  const [name] = positionals
  if (positionals.length !== 1 || !name || !names.includes(name)) throw new UsageError(`one of ${names.join(', ')} is wanted`)
  return {
    name,
    sims: readNumber('--sims', values.sims ?? '1000000'),
    flags: { plans: values.plans ?? false, minutes: readNumber('--minutes', values.minutes ?? '10') },
  }
}

function readNumber(name: string, text: string): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (number < 1) throw new UsageError(`${name} takes a whole number above 0`)
  return number
}

function parsed(args: readonly string[]) {
  const options = { sims: { type: 'string' }, minutes: { type: 'string' }, plans: { type: 'boolean' } } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0])
  }
}

async function run({ name, sims, flags }: BenchArguments): Promise<void> {
  const bench = await benches[name]!()
  await withBench({ dataDir: readConfig().DATA_DIR, sims, flags, print: (text) => console.log(text) }, bench)
}

if (import.meta.main) {
  if (process.argv.includes('--help')) console.log(usage)
  else {
    try {
      await run(readBenchArguments(process.argv.slice(2)))
    } catch (error) {
      if (error instanceof UsageError) console.error(`${error.message}\n${usage}`)
      else console.error(error)
      process.exitCode = error instanceof UsageError ? 2 : 1
    }
  }
}
