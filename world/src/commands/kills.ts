import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startOwnPostgres } from '../kills/own-postgres.ts'
import { scenarios } from '../kills/scenarios.ts'

const names = Object.keys(scenarios)

const usage = `usage: npm run -s kills -- [--part ${names.join('|')}] [--seed S] [--moments N]
  --part     the part to run; all scenarios by default
             writes       kill -9 of the server before and after every database write of a 20-block install and a removal
             frames       kill -9 of the server before and after every frame of the same
             certificate  kill -9 of the server before and after every database write of the issuance of a certificate and of its removal
             file         the same for a file of the IoT SAFE applet
             keys         kill -9 of the server before and after every database write and every frame of a rotation of SCP03 keys
             extra        the same for removals of extra content, some of which somebody else changes meanwhile
             scripts      the same for scripts of file management and for remote configurations
             pollers      the same for updates of the poller, for those to pollers that never poll, and for switches between two pollers
             random       kill -9 of the server at random moments (200)
             nodes        kill -9 of one of two nodes at random moments (50)
             postgres     immediate stop of PostgreSQL at random moments (50)
  --seed     seed of the random moments (1)
  --moments  number of kills; for writes, frames, certificate and file, the maximum number; for keys, extra, scripts and pollers, that of kills at writes and frames together`

class UsageError extends Error {}

type KillArguments = { chosen: string[]; seed: string; moments: number | undefined }

/** Parses the command line. Throws an `Error` with a one-line message for the user. */
export function readKillArguments(args: readonly string[]): KillArguments {
  const { part, seed = '1', moments } = parsed(args).values
  if (part !== undefined && !names.includes(part)) throw new UsageError(`--part takes one of ${names.join(', ')}`)
  const number = moments === undefined ? undefined : Number(/^\d{1,5}$/.exec(moments)?.[0] ?? 0)
  if (number === 0) throw new UsageError('--moments takes a whole number from 1 to 99999')
  return { chosen: part === undefined ? names : [part], seed, moments: number }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { part: { type: 'string' }, seed: { type: 'string' }, moments: { type: 'string' } } })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0])
  }
}

async function run({ chosen, seed, moments }: KillArguments): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'simdeck-kills-'))
  try {
    await using postgres = await startOwnPostgres(folder)
    for (const name of chosen) {
      const startedAt = performance.now()
      const print = (text: string) => console.log(`${name}: ${text}`)
      const {
        kills,
        moments: known,
        otas,
        frames,
        recoveries,
        slowestMs,
      } = await scenarios[name]!({ postgresUrl: postgres.url, seed, moments, print })
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
      print(
        `${kills} kills${known === undefined ? '' : ` at ${known} moments`} in ${seconds} s; ${otas} OTAs correct, ${frames} different frames; ` +
          `${recoveries} sessions resumed, the slowest ${(slowestMs / 1000).toFixed(1)} s after its kill on the card's clock`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  if (process.argv.includes('--help')) console.log(usage)
  else {
    try {
      await run(readKillArguments(process.argv.slice(2)))
    } catch (error) {
      if (error instanceof UsageError) console.error(`${error.message}\n${usage}`)
      else console.error(error)
      // Unfinished work of a failed scenario must not keep the process alive.
      process.exit(error instanceof UsageError ? 2 : 1)
    }
  }
}
