import { setTimeout as pause } from 'node:timers/promises'
import type { OpenDatabase } from '../../platform/db/database.ts'
import { linesOf, openTowerFile, type TowerFile } from './tower-file.ts'
import { isHeader, type LineFault, readTower, type Tower } from './tower-line.ts'
import * as queries from './tower-queries.ts'

/** `sims`: the number of SIMs whose position this run has looked up. `isWaiting`: readers of the old towers have not ended. */
export type Progress = queries.Counts & { phase: queries.Phase; octets: number; ofOctets: number; sims: number; isWaiting: boolean }
export type BadLine = { line: number; fault: LineFault }
type Report = { onProgress: (progress: Progress) => void; onBadLine: (line: BadLine) => void }
export type Outcome = queries.Counts & { resumedAt: number }

const towersAtOnce = 100_000
const simsAtOnce = 2_000
const betweenTriesMs = 1_000

/**
 * Imports the cell towers of a CSV file, which may be compressed by gzip, in place of those of earlier imports. An import of the same file
 * that was stopped goes on where it was. Lines without a usable tower are counted and reported. Throws, and leaves the towers as they
 * were, if the file cannot be read to its end or has no tower.
 */
export async function importTowers(database: OpenDatabase, path: string, report: Report): Promise<Outcome> {
  const file = await openTowerFile(path)
  const lock = await queries.lockImports(database)
  if (!lock) throw new Error('another import of cell towers is under way')
  try {
    const started = (await queries.unfinishedImport(database.db, file)) ?? (await queries.beginImport(database.db, file))
    return await continueImport(database, file, started, report)
  } finally {
    lock.release()
  }
}

async function continueImport(database: OpenDatabase, file: TowerFile, started: queries.TowerImport, report: Report): Promise<Outcome> {
  const { db } = database
  const { id, phase } = started
  let counts: queries.Counts = started
  let [sims, isWaiting] = [0, false]
  const tell = (now: queries.Phase, octets = file.bytes) =>
    report.onProgress({ ...counts, phase: now, octets, ofOctets: file.bytes, sims, isWaiting })
  if (phase === 'loading') {
    const onStored = (stored: queries.Counts, octets: number) => {
      counts = stored
      tell('loading', octets)
    }
    counts = await load(database, started, linesOf(file), { onBadLine: report.onBadLine, onStored })
    if (counts.towers === 0) throw new Error(`${file.name} has no line with a cell tower`)
    await queries.endLoading(db, id)
  }
  if (phase !== 'locating') {
    tell('replacing')
    await queries.completeTowers(db)
    while (!(await queries.replaceTowers(db, id))) {
      isWaiting = true
      tell('replacing')
      await pause(betweenTriesMs)
    }
  }
  tell('locating')
  for (let last = started.lastSim; ;) {
    const part = await queries.locatePart(db, id, last, simsAtOnce)
    if (!part) break
    last = part.last
    sims += part.sims
    tell('locating')
  }
  await queries.endImport(db, id)
  return { lines: counts.lines, towers: counts.towers, bad: counts.bad, other: counts.other, resumedAt: started.lines }
}

type Loading = { onBadLine: (line: BadLine) => void; onStored: (counts: queries.Counts, octets: number) => void }

/** Stores the towers of all lines after those that the import has read before. */
async function load(
  database: OpenDatabase,
  started: queries.TowerImport,
  batches: AsyncIterable<{ lines: string[]; octets: number }>,
  { onBadLine, onStored }: Loading,
): Promise<queries.Counts> {
  const counts = { lines: 0, towers: started.towers, bad: started.bad, other: started.other }
  let waiting: Tower[] = []
  for await (const { lines, octets } of batches) {
    for (const line of lines) {
      counts.lines++
      if (counts.lines <= started.lines || line === '' || (counts.lines === 1 && isHeader(line))) continue
      const read = readTower(line)
      if (typeof read === 'object') waiting.push(read)
      else if (read === 'radio') counts.other++
      else {
        counts.bad++
        onBadLine({ line: counts.lines, fault: read })
      }
    }
    if (waiting.length < towersAtOnce) continue
    counts.towers += waiting.length
    await queries.storeTowers(database, started.id, waiting, counts)
    waiting = []
    onStored({ ...counts }, octets)
  }
  counts.towers += waiting.length
  await queries.storeTowers(database, started.id, waiting, counts)
  return counts
}
