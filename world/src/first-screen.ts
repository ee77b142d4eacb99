import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Limit of the compressed script of a first screen, in bytes. */
export const firstScreenLimit = 180_000

/** Screens that a user may open first: the login page, and the SIM list after sign-in. */
const firstScreens = { '/login': 'src/auth/LoginPage.tsx', '/': 'src/sims/list/SimListPage.tsx' }

type Manifest = Record<string, { file: string; imports?: string[] } | undefined>

export interface FirstScreen {
  path: string
  files: string[]
  brotliBytes: number
  gzipBytes: number
}

/** Scripts of each first screen of the built console: the entry, the screen and all their imports. */
export function measureFirstScreens(folder: string): FirstScreen[] {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  return Object.entries(firstScreens).map(([path, screen]) => {
    const files = filesOf(manifest, ['index.html', screen])
    const scripts = files.map((file) => readFileSync(join(folder, file)))
    const sum = (compress: (bytes: Buffer) => Buffer): number => scripts.reduce((bytes, script) => bytes + compress(script).length, 0)
    return { path, files, brotliBytes: sum((bytes) => brotliCompressSync(bytes)), gzipBytes: sum((bytes) => gzipSync(bytes)) }
  })
}

function filesOf(manifest: Manifest, roots: readonly string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the console's manifest`)
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const root of roots) visit(root)
  return [...files]
}

/** Sizes of the first screens as text for the build's output. */
export function describeFirstScreens(screens: readonly FirstScreen[]): string {
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)
  return screens
    .map(({ path, brotliBytes, gzipBytes, files }) => {
      const sizes = `${kilobytes(brotliBytes)} kB brotli, ${kilobytes(gzipBytes)} kB gzip`
      return `First screen ${path.padEnd(6)} ${sizes} in ${files.length} scripts (limit ${kilobytes(firstScreenLimit)} kB)`
    })
    .join('\n')
}
