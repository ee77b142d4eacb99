import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment } from '@simdeck/server/config.ts'

const root = join(import.meta.dirname, '../..')
const inputs = ['console', 'contract', 'protocol', 'package-lock.json']
const skipped = new Set(['node_modules', 'dist'])

/** Folder of the built console; builds it again if its sources have changed since the last build. */
export async function builtConsole(): Promise<string> {
  const folder = join(root, 'console/dist')
  const mark = join(folder, '.built-from')
  const digest = digestOfInputs()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return folder
  // The build goes into a temporary folder and is renamed, so that simultaneous builds never see a partial one.
  const building = join(root, `node_modules/.console-${process.pid}`)
  await buildConsole(building)
  writeFileSync(join(building, '.built-from'), digest)
  rmSync(folder, { recursive: true, force: true })
  renameSync(building, folder)
  return folder
}

/** Builds the console into the folder, in its own process, since a build needs another environment than tests. */
export async function buildConsole(folder: string, mode = 'production'): Promise<void> {
  const script = join(import.meta.dirname, 'commands/build-console.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, mode], { env: childEnvironment() })
  process.stdout.write(stdout)
}

function digestOfInputs(): string {
  const hash = createHash('sha256')
  for (const input of inputs) addTo(hash, join(root, input))
  return hash.digest('hex')
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return
  const entries = path.endsWith('.json') ? null : readdirSync(path, { withFileTypes: true })
  if (!entries) return void hash.update(path).update(readFileSync(path))
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    if (skipped.has(entry.name)) continue
    const child = join(path, entry.name)
    if (entry.isDirectory()) addTo(hash, child)
    else hash.update(child).update(readFileSync(child))
  }
}
