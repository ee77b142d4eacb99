import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { measureFirstScreens, sayFirstScreens } from '../first-screen.ts'

// `npm run build`: the console into console/dist, with what a first screen weighs. A folder and a mode may be named instead.
const root = join(import.meta.dirname, '../../../console')
const [outDir = join(root, 'dist'), mode = 'production'] = process.argv.slice(2)

// Vitest's `test` would bring React's development build into what `npm start` then serves.
process.env['NODE_ENV'] = 'production'
await build({
  root,
  mode,
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
})
compressAssets(join(outDir, 'assets'))
console.log(sayFirstScreens(measureFirstScreens(outDir)))

/** Puts a `.br` and a `.gz` beside every text asset, which the server sends to browsers that take them. */
function compressAssets(assets: string): void {
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const bytes = readFileSync(join(assets, name))
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes))
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes))
  }
}
