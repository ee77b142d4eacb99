import { parseArgs } from 'node:util'
import { readConfig } from '@simdeck/server/config.ts'
import type { Bench, BenchFlags } from '../bench/bench.ts'
import { type Report, reportTo } from '../bench/report.ts'
import { withBench } from '../bench/start-bench.ts'

/** Environment that a benchmark needs, and a loader of its code, so that only the chosen benchmark loads its dependencies. */
type Kind =
  | { on: 'sims' | 'simsWithKeys'; sims: string; load: () => Promise<(bench: Bench) => Promise<void>> }
  | { on: 'nothing'; load: () => Promise<(report: Report) => Promise<void>> }

const benches: Record<string, Kind> = {
  list: { on: 'sims', sims: '1000000', load: async () => (await import('../bench/list/list.ts')).benchList },
  alerts: { on: 'sims', sims: '1000000', load: async () => (await import('../bench/alerts.ts')).benchAlerts },
  dashboard: { on: 'simsWithKeys', sims: '1000000', load: async () => (await import('../bench/dashboard.ts')).benchDashboard },
  import: { on: 'sims', sims: '1000000', load: async () => (await import('../bench/import.ts')).benchImport },
  export: { on: 'sims', sims: '1000000', load: async () => (await import('../bench/export.ts')).benchExport },
  sockets: { on: 'sims', sims: '1000000', load: async () => (await import('../bench/sockets.ts')).benchSockets },
  paint: { on: 'sims', sims: '1000000', load: async () => (await import('../bench/paint.ts')).benchPaint },
  wrap: { on: 'nothing', load: async () => (await import('../bench/wrap.ts')).benchWrap },
  polls: { on: 'simsWithKeys', sims: '100000', load: async () => (await import('../bench/polls.ts')).benchPolls },
  install: { on: 'simsWithKeys', sims: '1000', load: async () => (await import('../bench/install.ts')).benchInstall },
  fleet: { on: 'simsWithKeys', sims: '20000', load: async () => (await import('../bench/fleet.ts')).benchFleet },
  certificates: {
    on: 'simsWithKeys',
    sims: '1000',
    load: async () => (await import('../bench/certificates/certificates.ts')).benchCertificates,
  },
  wake: { on: 'sims', sims: '100000', load: async () => (await import('../bench/wake.ts')).benchWake },
  logs: { on: 'sims', sims: '1000', load: async () => (await import('../bench/logs.ts')).benchLogs },
  campaign: { on: 'simsWithKeys', sims: '1000000', load: async () => (await import('../bench/campaigns/campaigns.ts')).benchCampaigns },
  sync: { on: 'sims', sims: '1000000', load: async () => (await import('../bench/sync.ts')).benchSync },
  drift: { on: 'sims', sims: '1000000', load: async () => (await import('../bench/drift.ts')).benchDrift },
  map: { on: 'sims', sims: '1000000', load: async () => (await import('../bench/map/map.ts')).benchMap },
  cells: { on: 'simsWithKeys', sims: '100000', load: async () => (await import('../bench/cells.ts')).benchCells },
  'key-import': { on: 'sims', sims: '1000000', load: async () => (await import('../bench/key-import.ts')).benchKeyImport },
}
const names = Object.keys(benches)

const usage = `usage: npm run -s bench -- ${names.join('|')} [--sims N] [--part PART] [--peer directus] [--profile] [--minutes M] [--seed S]
  --sims     number of SIMs (1000000; for polls, wake and cells 100000, install, certificates and logs 1000, fleet 20000); they are made once and kept in DATA_DIR/bench
  --part     one part of map: tiles, frames; of fleet: campaign (a twentieth of the SIMs), idle (all), reconnect-storm (half); or of list: memory, palette,
             pages, changes; or of campaign: large (over all SIMs), executing (20,000 virtual SIMs);
             or of certificates: issue, ocsp, crl
  --peer     compare the list with Directus, which is installed in DATA_DIR/bench/directus
  --profile  print the functions of the server that used most processor time (polls, install, certificates)
  --minutes  duration of list, of dashboard, of logs, of sockets, of sync after its first part and of fleet's part idle; time limit of the campaigns of install, fleet, campaign and certificates (10)
  --seed     number that chooses the samples of list and map (1)`

class UsageError extends Error {}

type BenchArguments = { name: string; sims: number; flags: BenchFlags }

/** Parses the command line. Throws an `Error` with a one-line message for the user. */
export function readBenchArguments(args: readonly string[]): BenchArguments {
  const { values, positionals } = parsed(args)
  const [name] = positionals
  const kind = name === undefined ? undefined : benches[name]
  if (positionals.length !== 1 || !name || !kind) throw new UsageError(`name one of ${names.join(', ')}`)
  return {
    name,
    sims: readNumber('--sims', values.sims ?? (kind.on === 'nothing' ? '1' : kind.sims)),
    flags: {
      minutes: readNumber('--minutes', values.minutes ?? '10'),
      part: values.part ?? null,
      profile: values.profile ?? false,
      peer: readPeer(values.peer),
      seed: readNumber('--seed', values.seed ?? '1'),
    },
  }
}

function readPeer(name: string | undefined): BenchFlags['peer'] {
  if (name !== undefined && name !== 'directus') throw new UsageError('--peer takes directus')
  return name ?? null
}

function readNumber(name: string, text: string): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (number < 1) throw new UsageError(`${name} takes a whole number above 0`)
  return number
}

function parsed(args: readonly string[]) {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  const options = { sims: text, minutes: text, part: text, peer: text, seed: text, profile: flag } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0])
  }
}

async function run({ name, sims, flags }: BenchArguments): Promise<void> {
  const print = (text: string) => console.log(text)
  const kind = benches[name]!
  if (kind.on === 'nothing') await (await kind.load())(reportTo(print))
  else await withBench({ dataDir: readConfig().DATA_DIR, sims, keys: kind.on === 'simsWithKeys', flags, print }, await kind.load())
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
