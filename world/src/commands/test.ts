import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { builtConsole } from '../console-build.ts'
import { findChromium } from '../testing/chromium.ts'

// `npm test`: runs all checks in order, the fast ones first, then the usual tests. `--deep` runs the deep tests alone, `--all` both.
// Further arguments go to the test runner.
const flag = { type: 'boolean' } as const
const root = join(import.meta.dirname, '../../..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const { deep, all } = parseArgs({ options: { deep: flag, all: flag }, strict: false }).values
const files = process.argv.slice(2).filter((argument) => argument !== '--deep' && argument !== '--all')
const chosen = deep ? 'deep' : all || files.length > 0 ? 'all' : 'usual'

const checks: [string, string, string[]][] = [
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['lint and import rules', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['format', bin('oxfmt'), ['--check', '.']],
  ['unused code', bin('knip'), []],
]
const run = (command: string, args: string[]) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1

if (files.length === 0 && !deep) {
  for (const [name, command, args] of checks) {
    console.log(`── ${name}`)
    if (run(command, args) !== 0) {
      console.error(`${name}: failed`)
      process.exit(1)
    }
  }
}
const chromium = findChromium()
if (!chromium && process.env['CI'] === 'true') {
  console.error('There is no Chromium for the browser tests: install it (Debian: apt-get install chromium) or set CHROMIUM')
  process.exit(1)
}
// The console is built once, before several workers need it at the same time.
if (chromium) await builtConsole()
const scratch = mkdtempSync(join(tmpdir(), 'simdeck-results-'))
const results = join(scratch, 'results.json')
process.env['TESTS'] = chosen
const status = run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`, ...files])
if (!chromium) console.error('The browser tests were skipped: there is no Chromium (set CHROMIUM, or put chromium on PATH)')
if (existsSync(results)) {
  const counts = JSON.parse(readFileSync(results, 'utf8')) as { numPassedTests: number; numFailedTests: number; numPendingTests: number }
  console.log(`${counts.numPassedTests} passed, ${counts.numFailedTests} failed, ${counts.numPendingTests} skipped`)
}
rmSync(scratch, { recursive: true, force: true })
process.exit(status)
