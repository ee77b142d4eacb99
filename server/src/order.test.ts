import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { features } from './features.ts'

/** The nouns of the server, from the lowest up: each imports the platform and those before it. */
const nouns = features.names

const importOf = /^(?:import|export)\b[^'"]*?from '(\.[^']+)'/gm

/** The nouns above its own that a file imports, type imports too. */
function importedFromAbove(file: string, text: string): string[] {
  const floorOf = (path: string): number => nouns.indexOf(path.split('/')[0] ?? '')
  const imported = [...text.matchAll(importOf)].map(([, path = '']) => normalize(join(dirname(file), path)))
  return imported.filter((path) => floorOf(path) > floorOf(file))
}

test('no noun imports one above it', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => nouns.includes(file.split('/')[0] ?? '') && !/\.test\.ts$|\/testing\.ts$|\.fixture\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(150)
  const found = files.flatMap((file) =>
    importedFromAbove(file, readFileSync(join(import.meta.dirname, file), 'utf8')).map((path) => `${file} → ${path}`),
  )
  expect(found).toEqual([])
})

test('every folder of the server is a noun of the order, the platform or the tests’ own', () => {
  const entries = readdirSync(import.meta.dirname, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(folders.filter((folder) => !nouns.includes(folder) && folder !== 'platform' && folder !== 'testing')).toEqual([])
})

test('an import of a higher noun is found, also an import of a type and one over several lines', () => {
  const text = "import {\n  a,\n} from '../../ota/engine.ts'\nimport type { B } from '../sims.ts'\nimport { c } from '../../auth/me.ts'\n"
  expect(importedFromAbove('sims/list/list-sims.ts', text)).toEqual(['ota/engine.ts'])
  expect(importedFromAbove('campaigns/x.ts', "export type { A } from '../ota/engine.ts'\n")).toEqual(['ota/engine.ts'])
})
