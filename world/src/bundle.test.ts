import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { builtConsole } from './console-build.ts'
import { firstScreenLimit, measureFirstScreens } from './first-screen.ts'

test('a first screen loads at most 180 kB of compressed script and no schemas', async () => {
  const folder = await builtConsole()
  const screens = measureFirstScreens(folder)
  expect(screens.map(({ path }) => path)).toEqual(['/login', '/'])
  for (const { path, brotliBytes, files } of screens) {
    expect([path, brotliBytes <= firstScreenLimit ? 'fits' : brotliBytes]).toEqual([path, 'fits'])
    const schemas = files.filter((file) => readFileSync(join(folder, file), 'utf8').includes('ZodError'))
    expect([path, schemas]).toEqual([path, []])
  }
})

test('the size of a first screen includes indirect imports and counts each script once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'simdeck-bundle-'))
  try {
    mkdirSync(join(folder, '.vite'))
    const chunks = {
      'index.html': { file: 'a.js', imports: ['_b.js'] },
      '_b.js': { file: 'b.js', imports: ['index.html'] },
      'src/auth/LoginPage.tsx': { file: 'c.js', imports: ['_b.js'] },
      'src/sims/list/SimListPage.tsx': { file: 'd.js', imports: ['_e.js'] },
      '_e.js': { file: 'e.js' },
    }
    writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(chunks))
    for (const { file } of Object.values(chunks)) writeFileSync(join(folder, file), randomBytes(1000))
    const [login, list] = measureFirstScreens(folder)
    expect(login?.files.toSorted()).toEqual(['a.js', 'b.js', 'c.js'])
    expect(list?.files.toSorted()).toEqual(['a.js', 'b.js', 'd.js', 'e.js'])
    expect(list?.brotliBytes).toBeGreaterThan(4000)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
