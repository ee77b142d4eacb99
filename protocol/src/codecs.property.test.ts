import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCodec } from './codec.fixture.ts'
import { listedCodecs } from './codecs.fixture.ts'

test.each(listedCodecs.map(({ name, checked }) => [name, checked] as const))(
  '%s is read as it is written, and damage is noticed',
  (_, checked) => {
    checkCodec(checked)
  },
)

test('every exported codec is in the list', async () => {
  const root = import.meta.dirname
  const modules = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file),
  )
  const listed = new Set(listedCodecs.map(({ codec }) => codec))
  const missing: string[] = []
  for (const file of modules) {
    const exported = (await import(join(root, file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported)) {
      const isCodec = typeof value === 'object' && value !== null && 'encode' in value && 'decode' in value
      if (isCodec && !listed.has(value)) missing.push(`${name} of ${file}`)
    }
  }
  expect(missing).toEqual([])
})
