import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorCatalogue } from './errors.ts'

test('each code is in one file, and the catalogue holds the codes of every file', async () => {
  const folder = join(import.meta.dirname, 'errors')
  const files: Record<string, object>[] = await Promise.all(globSync('*.ts', { cwd: folder }).map((name) => import(join(folder, name))))
  const codes = files.flatMap((file) => Object.values(file)).flatMap((part) => Object.keys(part))
  expect(codes.toSorted()).toEqual(Object.keys(errorCatalogue).toSorted())
})
