import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip, constants } from 'node:zlib'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from './bench.ts'
import { simsToPlay } from './bench-sims.ts'
import { startChild } from './child.ts'
import type { ProbedPoll, ProbeTask } from './poll-probe.ts'
import { spread } from './report.ts'
import { startIndexed } from './start-indexed.ts'

const [fewTowers, manyTowers] = [200_000, 5_000_000]
const pollsASecond = 100
const pollingSims = 20_000
const mapEveryMs = 250
const japan = { view: '122,24,154,46', zoom: 5 }

/** The lines of the command by which its phases begin. */
const phases = [
  { name: 'reading and storing the lines', begins: /lines read$/ },
  { name: 'index, areas and replacement', begins: /their index follows$/ },
  { name: 'positions of the SIMs', begins: /are in use/ },
] as const

/** Replaces cell towers by five million others with the command, while SIMs poll and the map is requested. */
export async function benchCells(bench: Bench): Promise<void> {
  const [few, many] = [await writeTowers(bench, fewTowers, 1), await writeTowers(bench, manyTowers, 3)]
  const sims = await simsToPlay(bench, Math.min(pollingSims, bench.sims))
  await startIndexed(bench)
  await runCells(bench, few, () => undefined)
  using child = startChild('poll-probe.ts')
  const profiles = sims.map(({ profile }) => profile)
  await child.ask({ task: { profiles, port: bench.devicePort, perSecond: pollsASecond } satisfies ProbeTask })
  const map = askMap(bench)
  const starts: { phase: number; at: number }[] = []
  await runCells(bench, many, (line) => {
    const phase = phases.findIndex(({ begins }) => begins.test(line))
    if (phase >= 0 && starts.at(-1)?.phase !== phase) starts.push({ phase, at: Date.now() })
  })
  const endedAt = Date.now()
  const asked = await map.end()
  const polls = await child.ask<ProbedPoll[]>({})
  const rows = starts.map(({ phase, at }, index) => {
    const until = starts[index + 1]?.at ?? endedAt
    const within = ({ sentAt }: { sentAt: number }) => sentAt >= at && sentAt < until
    const own = polls.filter(within)
    const answers = own.flatMap(({ sentAt, answeredAt }) => (answeredAt === null ? [] : [answeredAt - sentAt]))
    const maps = asked.filter(within).map(({ ms }) => ms)
    const seconds = ((until - at) / 1000).toFixed(0)
    return [phases[phase]!.name, seconds, own.length, own.length - answers.length, ...spread(answers), ...spread(maps)]
  })
  bench.report(
    `${manyTowers} cell towers in place of ${fewTowers}, ${bench.sims} SIMs, ${pollsASecond} POLLs a second`,
    ['phase', 's', 'POLLs', 'without answer', 'POLL p50, ms', 'p95', 'slowest', 'map p50, ms', 'p95', 'slowest'],
    rows,
  )
  const [stored] = await bench.query<{ count: number }>('select count(*) as count from cell_towers')
  bench.note(`${stored!.count} towers are in use after ${((endedAt - starts[0]!.at) / 1000).toFixed(0)} s`)
}

/** Writes a compressed CSV of made-up towers over Japan, with the cell of the polls among them, and returns its path. */
async function writeTowers({ folder }: Bench, count: number, step: number): Promise<string> {
  const path = join(folder, `towers-${count}.csv.gz`)
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  const file = gzip.pipe(createWriteStream(path))
  gzip.write('radio,mcc,net,area,cell,unit,lon,lat,range,samples,changeable,created,updated,averageSignal\n')
  gzip.write('LTE,440,10,4660,11189197,0,139.7,35.6,800,9,1,1500000000,1600000000,0\n')
  const linesAtOnce = 10_000
  for (let from = 1; from < count; from += linesAtOnce) {
    const lines: string[] = []
    for (let at = from; at < Math.min(count, from + linesAtOnce); at++) {
      const [longitude, latitude] = [129 + ((at * step * 7919) % 1_600_000) / 1e5, 31 + ((at * step * 104_729) % 1_400_000) / 1e5]
      lines.push(`LTE,440,10,${at % 60_000},${at},0,${longitude},${latitude},${100 + (at % 3_000)},9,1,1500000000,1600000000,0\n`)
    }
    if (!gzip.write(lines.join(''))) await once(gzip, 'drain')
  }
  gzip.end()
  await once(file, 'close')
  return path
}

/** Runs the command until its end. */
async function runCells({ databaseUrl, masterKey }: Bench, path: string, onLine: (line: string) => void): Promise<void> {
  const command = spawn(process.execPath, [join(import.meta.dirname, '../commands/cells.ts'), path], {
    env: { DATABASE_URL: databaseUrl, MASTER_KEY: masterKey },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const last: string[] = []
  createInterface(command.stderr).on('line', (line) => {
    last.splice(0, last.length, line)
    onLine(line)
  })
  const [code] = (await once(command, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the command ended with ${code}: ${last.join('')}`)
}

/** Requests the map of all SIMs at a steady rate until `end`. */
function askMap({ call, accessToken }: Bench) {
  const times: { sentAt: number; ms: number }[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      await accessToken()
      const [sentAt, startedAt] = [Date.now(), performance.now()]
      await call(endpoints.getSimMap, { query: japan })
      times.push({ sentAt, ms: performance.now() - startedAt })
      await pause(mapEveryMs)
    }
  })()
  return {
    async end() {
      isOver = true
      await asking
      return times
    },
  }
}
