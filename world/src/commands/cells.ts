import { parseArgs } from 'node:util'
import { migrate } from '@simdeck/server/platform/db/migrate.ts'
import { type BadLine, importTowers, type Outcome, type Progress } from '@simdeck/server/cells/towers/import-towers.ts'
import { withInstallation } from './installation.ts'

const usage = `usage: npm run -s cells -- FILE.csv[.gz]
  Imports cell towers in the CSV format of OpenCelliD and Mozilla, in place of those of earlier imports. An import that was stopped goes
  on where it was when the command is run with the same file again.
DATA_DIR, or DATABASE_URL and MASTER_KEY, name the installation.`

/** The number of bad lines that are named; the others are only counted. */
const namedLines = 10
const progressMs = 2_000

class UsageError extends Error {}

const number = (value: number): string => value.toLocaleString('en-US')

/** The path of the file. Throws an `Error` with a one-line message for the user. */
export function readCellsArguments(args: readonly string[]): string {
  let positionals: string[]
  try {
    ;({ positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} }))
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0])
  }
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new UsageError('name one file')
  return file
}

export function progressLine({ phase, lines, towers, octets, ofOctets, sims, isWaiting }: Progress): string {
  if (isWaiting && phase === 'replacing') return 'the new cell towers wait until another session of the database has read the old ones'
  if (phase === 'replacing') return `${number(towers)} cell towers stored; their index follows`
  if (phase === 'locating') return `the new cell towers are in use; the positions of ${number(sims)} SIMs are looked up`
  const percent = ofOctets === 0 ? 0 : Math.floor((octets / ofOctets) * 100)
  return `${percent} %: ${number(lines)} lines read`
}

export function outcomeLine({ towers, bad, other, resumedAt }: Outcome): string {
  const parts = [`${number(towers)} cell towers imported`]
  if (resumedAt > 0) parts.push(`resumed after line ${number(resumedAt)}`)
  if (other > 0) parts.push(`${number(other)} lines of other radio technologies left out`)
  if (bad > 0) parts.push(`${number(bad)} bad lines left out`)
  return parts.join('; ')
}

/** Reports progress at most every two seconds, each phase at once, and names the first bad lines. */
export function reporter(print: (line: string) => void) {
  let named = 0
  let phase = ''
  let lastMs = -Infinity
  return {
    onBadLine({ line, fault }: BadLine) {
      if (named++ < namedLines) print(`line ${number(line)}: bad ${fault === 'fields' ? 'number of fields' : fault}`)
      else if (named === namedLines + 1) print('further bad lines are only counted')
    },
    onProgress(progress: Progress) {
      const nowMs = performance.now()
      if (progress.phase === phase && nowMs - lastMs < progressMs) return
      phase = progress.phase
      lastMs = nowMs
      print(progressLine(progress))
    },
  }
}

if (import.meta.main) {
  if (process.argv.includes('--help')) console.log(usage)
  else {
    try {
      const path = readCellsArguments(process.argv.slice(2))
      await withInstallation(async ({ database }) => {
        await migrate(database.db)
        console.log(outcomeLine(await importTowers(database, path, reporter(console.error))))
      })
    } catch (error) {
      if (error instanceof UsageError) console.error(`${error.message}\n${usage}`)
      else console.error(error instanceof Error ? error.message : error)
      process.exitCode = error instanceof UsageError ? 2 : 1
    }
  }
}
