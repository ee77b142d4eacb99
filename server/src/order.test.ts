import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { features } from './features.ts'

/** The nouns of the server, from the lowest up: each may import the platform and the nouns before it. */
const nouns = features.names

const importOf = /^(?:import|export)\b[^'"]*?from '(\.[^']+)'/gm
const nounOf = (path: string): string => path.split('/')[0] ?? ''

/** The files that a file imports, type imports too, as paths from this folder. */
const importedBy = (file: string, text: string): string[] =>
  [...text.matchAll(importOf)].map(([, path = '']) => normalize(join(dirname(file), path)))

/** Every file of the server, except tests and their helpers, with the files that it imports. */
const imports = new Map(
  globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !/\.test\.ts$|(^|\/)testing\.ts$|\.fixture\.ts$|^testing\//.test(file))
    .map((file) => [file, importedBy(file, readFileSync(join(import.meta.dirname, file), 'utf8'))] as const),
)

/** The imported files that belong to a noun above that of the file. */
const importedFromAbove = (file: string, imported: readonly string[]): string[] =>
  imported.filter((path) => nouns.indexOf(nounOf(path)) > nouns.indexOf(nounOf(file)))

/**
 * Pairs of folders of one noun with imports in both directions. The compositions of a noun, such as its `feature.ts`, stand above its
 * folders.
 */
function mutualFolders(of: ReadonlyMap<string, readonly string[]>): string[] {
  const arrows = new Set<string>()
  for (const [file, imported] of of)
    if (!/^[^/]+\/(feature|routes|topics|platform)\.ts$/.test(file))
      for (const path of imported) if (nounOf(path) === nounOf(file)) arrows.add(`${dirname(file)} → ${dirname(path)}`)
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' → ')
    return from < to && arrows.has(`${to} → ${from}`)
  })
}

/** The longest chain of nouns that import each other, from a noun to the platform. */
function longestChain(from: string, of: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  if (from === 'platform') return [from]
  const chains = [...(of.get(from) ?? [])].map((to) => longestChain(to, of))
  return [from, ...(chains.toSorted((one, other) => other.length - one.length)[0] ?? [])]
}

test('no noun imports one above it', () => {
  const ofNouns = [...imports].filter(([file]) => nouns.includes(nounOf(file)))
  expect(ofNouns.length).toBeGreaterThan(150)
  expect(ofNouns.flatMap(([file, imported]) => importedFromAbove(file, imported).map((path) => `${file} → ${path}`))).toEqual([])
})

test('every folder of the server is a noun of the order, the platform or the folder of test helpers', () => {
  const entries = readdirSync(import.meta.dirname, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(folders.filter((folder) => !nouns.includes(folder) && folder !== 'platform' && folder !== 'testing')).toEqual([])
})

test('at most seven imports lead from main.ts through the nouns to the platform', () => {
  const of = new Map<string, Set<string>>()
  for (const [file, imported] of imports) {
    const others = imported.map(nounOf).filter((noun) => noun !== nounOf(file))
    of.set(nounOf(file), new Set([...(of.get(nounOf(file)) ?? []), ...others]))
  }
  const chain = longestChain('main.ts', of)
  expect(chain.at(-1)).toBe('platform')
  expect(chain.length > 8 ? chain : []).toEqual([])
})

test('folders of a noun import each other in one direction', () => {
  expect(mutualFolders(imports).toSorted()).toEqual([])
})

test('the test finds an import of a higher noun, including an import of a type and an import over several lines', () => {
  const text = "import {\n  a,\n} from '../../ota/engine.ts'\nimport type { B } from '../sims.ts'\nimport { c } from '../../auth/me.ts'\n"
  const file = 'sims/list/list-sims.ts'
  expect(importedFromAbove(file, importedBy(file, text))).toEqual(['ota/engine.ts'])
  expect(importedFromAbove('campaigns/x.ts', importedBy('campaigns/x.ts', "export type { A } from '../ota/engine.ts'\n"))).toEqual([
    'ota/engine.ts',
  ])
})

test('the test finds folders that import each other', () => {
  const pair = new Map([
    ['sims/list/a.ts', ['sims/edit/b.ts']],
    ['sims/edit/b.ts', ['sims/list/c.ts']],
    ['sims/feature.ts', ['sims/list/a.ts']],
    ['sims/list/c.ts', ['sims/d.ts']],
  ])
  expect(mutualFolders(pair)).toEqual(['sims/edit → sims/list'])
})
