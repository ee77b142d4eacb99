import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { putInPlace } from './console-build.ts'

test('a build replaces an older one, but not the same build that another process has made meanwhile', () => {
  const root = mkdtempSync(join(tmpdir(), 'simdeck-build-'))
  const folder = join(root, 'dist')
  const build = (name: string, digest: string) => {
    const made = join(root, name)
    mkdirSync(made)
    writeFileSync(join(made, '.built-from'), digest)
    writeFileSync(join(made, 'by'), name)
    return made
  }
  const builder = () => readFileSync(join(folder, 'by'), 'utf8')
  putInPlace(build('first', 'a'), folder, 'a')
  expect(builder()).toBe('first')
  const same = build('second', 'a')
  putInPlace(same, folder, 'a')
  expect(builder()).toBe('first')
  expect(existsSync(same)).toBe(false)
  putInPlace(build('third', 'b'), folder, 'b')
  expect(builder()).toBe('third')
  rmSync(root, { recursive: true })
})
