import { parseArgs } from 'node:util'
import { fillFleet } from '../demo/fill-fleet.ts'
import { withInstallation } from './installation.ts'

const usage = `usage: npm run -s seed -- --sims N [--seed S] [--keys]
  --sims  number of SIMs to add, besides those of earlier calls
  --seed  seed of the SIMs; the same seed gives the same SIMs (1)
  --keys  add keys too, which takes longer; without keys, no OTA reaches these SIMs
DATA_DIR, or DATABASE_URL and MASTER_KEY, name the installation.`

const maxSims = 5_000_000

class UsageError extends Error {}

/** Parses the command line. Throws an `Error` with a one-line message for the user. */
export function readSeedArguments(args: readonly string[]): { sims: number; seed: string; keys: boolean } {
  const { values } = parsed(args)
  if (values.sims === undefined) throw new UsageError('--sims N is missing')
  const sims = /^\d{1,9}$/.test(values.sims) ? Number(values.sims) : 0
  if (sims < 1 || sims > maxSims) throw new UsageError(`--sims takes a whole number from 1 to ${maxSims}`)
  return { sims, seed: values.seed ?? '1', keys: values.keys ?? false }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { sims: { type: 'string' }, seed: { type: 'string' }, keys: { type: 'boolean' } } })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0])
  }
}

if (import.meta.main) {
  if (process.argv.includes('--help')) console.log(usage)
  else {
    try {
      const { sims, seed, keys } = readSeedArguments(process.argv.slice(2))
      const startedAt = performance.now()
      const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
      await withInstallation(({ database, masterKey }) => {
        const onProgress = (done: number) =>
          console.log(`${done} of ${sims} SIMs written (${seconds()} s)${done === sims ? '; indexes follow' : ''}`)
        return fillFleet({ database, masterKey, sims, seed, keys, onProgress })
      })
      console.log(`${sims} SIMs added in ${seconds()} s`)
    } catch (error) {
      if (error instanceof UsageError) console.error(`${error.message}\n${usage}`)
      else console.error(error instanceof Error ? error.message : error)
      process.exitCode = error instanceof UsageError ? 2 : 1
    }
  }
}
