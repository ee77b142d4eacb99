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
  const digest = digestOfInputs()
  if (isBuiltFrom(folder, digest)) return folder
  const building = join(root, `node_modules/.console-${process.pid}`)
  await buildConsole(building)
  writeFileSync(join(building, mark), digest)
  putInPlace(building, folder, digest)
  return folder
}

const mark = '.built-from'

function isBuiltFrom(folder: string, digest: string): boolean {
  const file = join(folder, mark)
  return existsSync(file) && readFileSync(file, 'utf8') === digest
}

/**
 * Renames a finished build to `folder`, so that simultaneous builds never see a partial one. If another process has put the same build
 * there meanwhile, that one stays, because its server may read it already.
 */
export function putInPlace(building: string, folder: string, digest: string): void {
  const former = `${building}-former`
  for (;;) {
    if (isBuiltFrom(folder, digest)) return rmSync(building, { recursive: true, force: true })
    try {
      renameSync(folder, former)
    } catch (error) {
      // There is none, or another process has just moved it.
      if (existsSync(folder)) throw error
    }
    rmSync(former, { recursive: true, force: true })
    try {
      return renameSync(building, folder)
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
      if (!isTaken) throw error
    }
  }
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
