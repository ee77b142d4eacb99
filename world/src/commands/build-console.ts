import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { measureFirstScreens, describeFirstScreens } from '../first-screen.ts'

// `npm run build`: builds the console into console/dist and prints the size of its first screens. Arguments choose another folder and mode.
const root = join(import.meta.dirname, '../../../console')
const [outDir = join(root, 'dist'), mode = 'production'] = process.argv.slice(2)

// Vitest sets NODE_ENV to `test`, which would build React in development mode into the folder that `npm start` serves.
process.env['NODE_ENV'] = 'production'
await build({
  root,
  mode,
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
})
compressAssets(join(outDir, 'assets'))
console.log(describeFirstScreens(measureFirstScreens(outDir)))

/** Writes a `.br` and a `.gz` beside every text asset. The server sends them to browsers that accept them. */
function compressAssets(assets: string): void {
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const bytes = readFileSync(join(assets, name))
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes))
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes))
  }
}
