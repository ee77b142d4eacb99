import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '../..')
const inputs = ['console', 'contract', 'protocol', 'package-lock.json']
const skipped = new Set(['node_modules', 'dist'])

/** The folder of the built console; builds it when its sources are not those of the last build. */
export async function builtConsole(): Promise<string> {
  const folder = join(root, 'console/dist')
  const mark = join(folder, '.built-from')
  const digest = digestOfInputs()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return folder
  const { build } = await import('vite')
  await build({ root: join(root, 'console'), configFile: join(root, 'console/vite.config.ts'), logLevel: 'warn' })
  compressAssets(join(folder, 'assets'))
  writeFileSync(mark, digest)
  return folder
}

/** Puts a `.br` and a `.gz` beside every text asset, which the server sends to browsers that take them. */
function compressAssets(assets: string): void {
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const bytes = readFileSync(join(assets, name))
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes))
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes))
  }
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
