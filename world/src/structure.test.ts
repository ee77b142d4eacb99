import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const isTest = (file: string): boolean => /\.test\.tsx?$|(^|\/)testing\.ts$|\.fixture\.tsx?$/.test(file)
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Every source file of the workspaces. */
const sources = globSync('{contract,protocol,server,console,simulator,world}/src/**/*.{ts,tsx,css}', { cwd: root })
const code = sources.filter((file) => !isTest(file))

const lineLimit = 300

/** Files that may have more lines, each with the reason. */
const longFiles: Record<string, string> = {
  'contract/src/sim-fields.ts': 'data: the table of the fields of a SIM',
  'contract/src/endpoints.ts': 'data: the table of the calls',
  'protocol/src/codecs.fixture.ts': 'data: one example of every codec',
  'console/src/ui/theme/tokens.css': 'data: the colours of every theme',
  'console/src/ui/filter/list.module.css': 'one stylesheet of lists, in which the order of the rules counts',
  'console/src/frame/frame.module.css': 'one stylesheet of the frame, in which the order of the rules counts',
  'console/src/campaigns/wizard/wizard.module.css': 'one stylesheet of the wizard, in which the order of the rules counts',
  'console/src/settings/settings.module.css': 'one stylesheet of the settings, in which the order of the rules counts',
}

/** Folders that may hold fewer than three entries (files and folders, tests not counted), each with the reason. */
const smallFolders: Record<string, string> = {
  'server/src/safe-files/sql': 'SQL that other folders use stands in sql',
  'server/src/sms/sql': 'SQL that other folders use stands in sql',
}

/** Folders that import each other, each with the reason. */
const mutualPairs: Record<string, string> = {
  'protocol/src/ota → protocol/src/ota/kinds': 'a kind cuts its blocks to the room of a frame, which ota/chunk.ts computes',
  'console/src/sims/detail → console/src/sims/ota': 'not taken apart yet',
  'console/src/sims/filters → console/src/sims/list': 'not taken apart yet',
}

/**
 * Files that join the folders below or beside them: the routes, a page, the start of the session. The files at the top of a workspace are
 * such files too, or what all its folders share.
 */
const joins = (file: string): boolean => /^(routes\.ts|start\.ts|[A-Z]\w*Page\.tsx)$/.test(basename(file))
const isTop = (folder: string): boolean => /^\w+\/src$/.test(folder)

const importOf = /(?:^(?:import|export)\b[^'"]*?from |import\()'(\.[^']+\.tsx?)'/gm

/** Pairs of folders whose files import each other, stylesheets not counted. */
function mutualFolders(files: readonly string[], textOf: (file: string) => string): string[] {
  const arrows = new Set<string>()
  for (const file of files.filter((one) => !joins(one) && !isTop(dirname(one))))
    for (const [, path = ''] of textOf(file).matchAll(importOf)) {
      const to = dirname(normalize(join(dirname(file), path)))
      if (!isTop(to)) arrows.add(`${dirname(file)} → ${to}`)
    }
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' → ')
    return from < to && arrows.has(`${to} → ${from}`)
  })
}

/** The folders with fewer than three entries. */
function foldersBelowThree(files: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>()
  for (const file of files)
    for (let path = file; !isTop(dirname(path)); path = dirname(path)) {
      const folder = dirname(path)
      entries.set(folder, (entries.get(folder) ?? new Set()).add(path))
    }
  return [...entries].filter(([, held]) => held.size < 3).map(([folder]) => folder)
}

const linesOf = (text: string): number => text.trimEnd().split('\n').length

/** The selectors of a stylesheet that begin more than one rule outside its media queries. */
function repeatedRules(css: string): string[] {
  let depth = 0
  const selectors = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split(/([{}])/)
    .flatMap((part) => {
      if (part === '{') depth++
      else if (part === '}') depth--
      return depth === 0 && part.trim().startsWith('.') ? [part.trim()] : []
    })
  return selectors.filter((selector, at) => selectors.indexOf(selector) < at)
}

test('no source file has more than 300 lines, except data, migrations and those named here', () => {
  const long = sources.filter((file) => !/\/db\/migrations\//.test(file) && linesOf(read(file)) > lineLimit)
  expect(long.toSorted()).toEqual(Object.keys(longFiles).toSorted())
})

test('a folder holds three files or more, except those named here', () => {
  expect(foldersBelowThree(code).toSorted()).toEqual(Object.keys(smallFolders).toSorted())
})

test('folders import each other in one direction, except those named here', () => {
  const files = code.filter((file) => /^(contract|protocol|console|simulator|world)\/.*\.tsx?$/.test(file))
  expect(mutualFolders(files, read).toSorted()).toEqual(Object.keys(mutualPairs).toSorted())
})

test('a stylesheet has one rule for a class outside its media queries, so that no two parts share a name by mistake', () => {
  const sheets = code.filter((file) => file.endsWith('.module.css'))
  expect(sheets.flatMap((file) => repeatedRules(read(file)).map((selector) => `${file}: ${selector}`))).toEqual([])
})

test('a rule that a stylesheet repeats is found, but not one of a media query', () => {
  expect(repeatedRules('.a { x: 1 } /* .b {} */ .b { y: 1 } @media (width < 9px) { .b { y: 2 } } .a { x: 2 }')).toEqual(['.a'])
})

test('a folder of two files is found, and one with folders is not', () => {
  const files = ['world/src/a/one.ts', 'world/src/a/two.ts', 'world/src/b/c/1.ts', 'world/src/b/c/2.ts', 'world/src/b/c/3.ts']
  expect(foldersBelowThree([...files, 'world/src/b/d.ts', 'world/src/b/e.ts'])).toEqual(['world/src/a'])
})

test('folders that import each other are found, but not by a page or by routes', () => {
  const texts: Record<string, string> = {
    'console/src/sims/list/rows.ts': "import { a } from '../edit/form.ts'",
    'console/src/sims/edit/form.ts': "import type {\n  B,\n} from '../list/rows.ts'",
    'console/src/sims/edit/EditPage.tsx': "import { c } from '../bulk/bulk.ts'",
    'console/src/sims/bulk/bulk.ts': "import { d } from '../edit/form.ts'",
  }
  expect(mutualFolders(Object.keys(texts), (file) => texts[file] ?? '')).toEqual(['console/src/sims/edit → console/src/sims/list'])
})
