import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { contractWithoutSchemas, laterCalls } from './vite-contract.ts'

const inConsole = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const { version } = JSON.parse(readFileSync(inConsole('package.json'), 'utf8')) as { version: string }

/** The parts of every list and the icons of its first screen, in one file; menus and editors that open later are left out. */
const partsOfLists =
  /console\/src\/ui\/(table\/(?!PageSizeMenu|persisted)|filter\/(FilterBar|ListBar|ViewMenu|list\.)|feedback\/(DisabledReason|EmptyState|ErrorState|Skeleton)|form\/paste-lines|value\/(Time|None|StatusText|status\.|Copyable)|frame\/(Page|page\.|ListScreen)|words\/(texts|counted))|tabler.+\/Icon(ArrowDown|ArrowUp|Bookmark|Check|ChevronLeft|ChevronLeftPipe|ChevronRight|ChevronRightPipe|Columns3|Copy|Download|Plus)\.mjs|console\/src\/(session\/use-me|sims\/status\/ProgressStatus)|contract\/src\/area-pattern/

/**
 * Parts of Mantine that the console does not use, and that no bundler can leave out, because used parts have them as properties or children:
 * the tooltip that follows the mouse, and the arrow of tooltips and popovers.
 */
const unusedParts: Readonly<Record<string, string>> = {
  TooltipFloating: 'export const TooltipFloating = undefined',
  FloatingArrow: 'export const FloatingArrow = () => null',
}

const withoutUnusedParts: Plugin = {
  name: 'simdeck-unused',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/(TooltipFloating|FloatingArrow)\.mjs$/ },
    handler: (id) => `\0simdeck-unused:${id.replace(/^.*\/|\.mjs$/g, '')}`,
  },
  load: {
    filter: { id: /^.simdeck-unused:/ },
    handler: (id) => unusedParts[id.split(':')[1] ?? ''] ?? null,
  },
}

export default defineConfig({
  plugins: [react(), contractWithoutSchemas(), withoutUnusedParts],
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
        // Scripts name each other, and words in their names do not compress away.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], includeDependenciesRecursively: false },
            { name: 'list', test: partsOfLists, includeDependenciesRecursively: false },
            {
              name: laterCalls(['src/auth/LoginPage.tsx', 'src/sims/list/SimListPage.tsx'].map(inConsole)),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
