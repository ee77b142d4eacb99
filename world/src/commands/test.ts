import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { builtConsole } from '../console-build.ts'
import { findChromium } from '../testing/chromium.ts'

// `npm test`: runs all checks in order, the fast ones first, then the usual tests. `--deep` runs the deep tests alone, `--all` both.
// `--part` runs the usual tests and a sixth of the deep ones, which the commit chooses, as CI does. `--all` and `--part` run the files that
// failed once more if they are few. Further arguments go to the test runner.
const flag = { type: 'boolean' } as const
const root = join(import.meta.dirname, '../../..')
/** With more failed files than this, the fault is not in the timing of a test. */
const mostFilesAgain = 6
const parts = 6
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const { deep, all, part } = parseArgs({ options: { deep: flag, all: flag, part: flag }, strict: false }).values
const files = process.argv.slice(2).filter((argument) => !['--deep', '--all', '--part'].includes(argument))
const chosen = deep ? 'deep' : all || files.length > 0 ? 'all' : part ? `part ${partOfCommit()} of ${parts}` : 'usual'

/** The part of the deep tests that the newest commit chooses: from its hash, so that a repetition runs the same tests. */
function partOfCommit(): number {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? (Number.parseInt(stdout.slice(0, 8), 16) % parts) + 1 : 1
}

const checks: [string, string, string[]][] = [
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['lint and import rules', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['format', bin('oxfmt'), ['--check', '.']],
  ['unused code', bin('knip'), []],
]

async function runChecks(): Promise<void> {
  for (const [name, command, args] of checks) {
    console.log(`── ${name}`)
    const [code] = (await once(spawn(command, args, { cwd: root, stdio: 'inherit' }), 'exit')) as [number | null]
    if (code === 0) continue
    console.error(`${name}: failed`)
    process.exit(1)
  }
}

const chromium = findChromium()
if (!chromium && process.env['CI'] === 'true') {
  console.error('There is no Chromium for the browser tests: install it (Debian: apt-get install chromium) or set CHROMIUM')
  process.exit(1)
}
// The console is built once, before several workers need it at the same time. The build takes one processor, so the checks run beside it.
await Promise.all([files.length === 0 && !deep && runChecks(), chromium && builtConsole()])
const scratch = mkdtempSync(join(tmpdir(), 'simdeck-results-'))
process.env['TESTS'] = chosen
if (part) console.log(`── usual tests, and of the deep tests ${chosen}`)

interface Results {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}

/** Runs tests; `results` is null if the runner ended without any. */
function runTests(name: string, args: readonly string[]): { status: number; results: Results | null } {
  const file = join(scratch, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const status = spawnSync(bin('vitest'), ['run', ...reporters, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1
  return { status, results: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : null }
}

let { status, results } = runTests('first', files)
const failedFiles = results?.testResults.filter((one) => one.status === 'failed') ?? []
// A few files that fail beside all others run once more, alone: a fault in the code fails again, a lack of processor time does not. The
// names of the tests that pass only then are printed, since each of them is a fault of a test.
if ((all || part) && results && status !== 0 && failedFiles.length > 0 && failedFiles.length <= mostFilesAgain) {
  const again = runTests(
    'again',
    failedFiles.map(({ name }) => name),
  )
  if (again.results) {
    const failed = failedFiles.flatMap((one) => one.assertionResults.filter((test) => test.status === 'failed'))
    console.log(`Failed at first and ran again, alone:\n${failed.map(({ fullName }) => `  ${fullName}`).join('\n')}`)
    status = again.status
    const recovered = results.numFailedTests - again.results.numFailedTests
    results = { ...results, numPassedTests: results.numPassedTests + recovered, numFailedTests: again.results.numFailedTests }
  }
}
if (!chromium) console.error('The browser tests were skipped: there is no Chromium (set CHROMIUM, or put chromium on PATH)')
if (results) console.log(`${results.numPassedTests} passed, ${results.numFailedTests} failed, ${results.numPendingTests} skipped`)
rmSync(scratch, { recursive: true, force: true })
process.exit(status)
