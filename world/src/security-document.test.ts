import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const lines = readFileSync(join(root, 'docs/security.md'), 'utf8').split('\n')
const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim())
const requirements = lines.filter((line) => /^\| \d+\.\d+\.\d+ /.test(line)).map(cellsOf)

test('every file named in the security document exists', () => {
  const named = lines.flatMap((line) => [...line.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|md|json))`/g)].map(([, path]) => path!))
  expect(new Set(named).size).toBeGreaterThan(100)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the figures of the security document match its tables, and every requirement that is not met is listed', () => {
  const counted = (chapter: string) => {
    const states = requirements.filter(([, number]) => number!.startsWith(`${chapter}.`)).map(([, , , , state]) => state)
    const [met, notMet, none] = ['met', '**not met**', 'n.a.'].map((state) => states.filter((one) => one === state).length)
    return [met, notMet, none, states.length]
  }
  const stated = lines.filter((line) => /^\| V\d+ /.test(line)).map(cellsOf)
  expect(stated.map(([, chapter, ...figures]) => [chapter!, ...figures.slice(0, 4).map(Number)])).toEqual(
    stated.map(([, chapter]) => [chapter!, ...counted(/^V(\d+)/.exec(chapter!)![1]!)]),
  )
  expect([stated.length, requirements.length, new Set(requirements.map(([, number]) => number)).size]).toEqual([17, 253, 253])
  const listed = lines.flatMap((line) => /^- \*\*(\d+\.\d+\.\d+)\*\*/.exec(line)?.[1] ?? [])
  expect(listed).toEqual(requirements.filter(([, , , , state]) => state === '**not met**').map(([, number]) => number))
})
