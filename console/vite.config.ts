import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { contractWithoutSchemas } from './vite-contract.ts'

const { version } = JSON.parse(readFileSync(fileURLToPath(new URL('./package.json', import.meta.url)), 'utf8')) as { version: string }

/** The parts of every list, in one file; menus and editors that open later are left out. */
const partsOfLists =
  /console\/src\/ui\/(table\/(?!PageSizeMenu|persisted)|filter\/(FilterBar|ListBar|ViewMenu|list\.)|feedback\/(EmptyState|ErrorState|Skeleton)|value\/(Time|None|StatusText|status\.|Copyable)|frame\/(Page|page\.)|words\/(texts|counted))/

export default defineConfig({
  plugins: [react(), contractWithoutSchemas()],
  define: { __SIMDECK_VERSION__: JSON.stringify(version) },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // The content security policy allows neither data: addresses nor inline scripts, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The manifest lists which files load together; the measurement of the first screen reads it.
    manifest: true,
    // The entry and all its imports are one file, because they load together and many small files compress about 10 % worse.
    rolldownOptions: {
      preserveEntrySignatures: false,
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], includeDependenciesRecursively: false },
            { name: 'list', test: partsOfLists, includeDependenciesRecursively: false },
            // The calls that only later screens make.
            { name: 'calls', test: /simdeck-call:/, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
