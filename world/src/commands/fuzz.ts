import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { runFuzz } from '../fuzz/run-fuzz.ts'
import type { Finding, FuzzOptions } from '../fuzz/run-fuzz.ts'
import { inputOf } from '../fuzz/serve-runs.ts'
import { isTargetName, loadTarget, targetNames } from '../fuzz/targets.ts'
import type { TargetName } from '../fuzz/targets.ts'

const usage = `usage: npm run -s fuzz -- ${targetNames.join('|')}|http [--runs N] [--seed S] [--at INDEX] [--workers N]
  --runs     number of inputs (100000)
  --seed     seed of the inputs; without it, a random seed is used and printed
  --at       index of the first run (0); --runs 1 with the seed and index of a finding repeats only that input
  --workers  number of parallel workers (2); http always uses one server
Exit status: 0 nothing found, 1 something found, 2 an invalid command line.`

type FuzzArguments = { target: TargetName | 'http'; runs: number; seed: string; at: number; workers: number }

/** Parses the command line. Throws an `Error` with a one-line message for the user. */
export function readFuzzArguments(args: readonly string[]): FuzzArguments {
  const { values, positionals } = parsed(args)
  const [target] = positionals
  if (positionals.length !== 1 || (!isTargetName(target) && target !== 'http'))
    throw new UsageError(`name one of ${targetNames.join(', ')}, http`)
  return {
    target,
    runs: readNumber('--runs', values.runs ?? '100000', 1),
    seed: values.seed ?? String(randomInt(1_000_000_000)),
    at: readNumber('--at', values.at ?? '0', 0),
    workers: readNumber('--workers', values.workers ?? '2', 1),
  }
}

class UsageError extends Error {
  override name = 'UsageError'
}

function readNumber(name: string, text: string, least: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1
  if (number < least) throw new UsageError(`${name} takes a whole number from ${least} on`)
  return number
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args: [...args], options: { runs: text, seed: text, at: text, workers: text }, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0])
  }
}

const kinds = {
  threw: 'an unexpected error',
  hangs: 'one input took more than a second',
  memory: 'more than 512 MB of memory',
} as const

async function printFinding({ target, seed }: { target: TargetName; seed: string }, finding: Finding): Promise<void> {
  const input = finding.kind === 'threw' ? finding.shrunk : inputOf(await loadTarget(target), seed, finding.index)
  console.log(`FOUND in ${target}, seed ${seed}, run ${finding.index}: ${kinds[finding.kind]}`)
  if (finding.kind === 'threw') console.log(finding.error)
  console.log(`input ${toHex(input)}`)
  console.log(`again: npm run -s fuzz -- ${target} --seed ${seed} --runs 1 --at ${finding.index}`)
}

type Outcomes = Record<string, number>

/** Number of runs per outcome; null after a finding, which is printed. */
async function runTarget(options: FuzzOptions & { target: TargetName }): Promise<Outcomes | null> {
  const { finding, outcomes } = await runFuzz(options)
  if (finding) await printFinding(options, finding)
  return finding ? null : outcomes
}

async function runHttp({ seed, at, runs }: FuzzArguments): Promise<Outcomes | null> {
  const { fuzzHttp } = await import('../fuzz/http/run-http.ts')
  const { finding, outcomes, longestDelayMs } = await fuzzHttp({ seed, first: at, runs, note: (text) => console.log(`… ${text}`) })
  console.log(`the longest delay of the server was ${longestDelayMs} ms`)
  if (!finding) return outcomes
  const { index, what, request, answer } = finding
  const { caller, name, method, path, headers, body } = request
  console.log(`FOUND in http, seed ${seed}, run ${index}: ${what}\n${name} as ${caller}: ${method} ${path}`)
  for (const [header, value] of headers) console.log(`${header}: ${value}`)
  console.log(`${body.toString('utf8', 0, shownBytes)}${body.length > shownBytes ? `… (${body.length} bytes)` : ''}\n${answer}`)
  console.log(`again: npm run -s fuzz -- http --seed ${seed} --runs 1 --at ${index}`)
  return null
}

const shownBytes = 2000

async function run(options: FuzzArguments): Promise<boolean> {
  const { target, runs, seed, at, workers } = options
  console.log(`${target}, seed ${seed}`)
  const startedAt = performance.now()
  const outcomes = target === 'http' ? await runHttp(options) : await runTarget({ target, runs, seed, first: at, workers })
  if (!outcomes) return false
  for (const [outcome, count] of Object.entries(outcomes).toSorted(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(9)}  ${outcome}`)
  console.log(`${runs} runs, nothing found, ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return true
}

if (import.meta.main) {
  if (process.argv.includes('--help')) console.log(usage)
  else {
    try {
      process.exitCode = (await run(readFuzzArguments(process.argv.slice(2)))) ? 0 : 1
    } catch (error) {
      if (error instanceof UsageError) console.error(`${error.message}\n${usage}`)
      else console.error(error)
      process.exitCode = error instanceof UsageError ? 2 : 1
    }
  }
}
