import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tests in a browser take longest: begun first, they leave no worker waiting at the end. */
class BrowserTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const inBrowser = (file: TestSpecification) => file.moduleId.includes('/world/src/')
    return [...sorted.filter(inBrowser), ...sorted.filter((file) => !inBrowser(file))]
  }
}

/** `TESTS` names the tests that `npm test` (usual) and `npm run test:deep` (deep) run; unset, it is all of them. */
const chosen = process.env['TESTS']

const filesOf = (folders: string) => {
  const deep = `${folders}/src/**/*.deep.test.ts`
  return {
    include: [chosen === 'deep' ? deep : `${folders}/src/**/*.test.{ts,tsx}`],
    exclude: ['**/node_modules/**', ...(chosen === 'usual' ? [deep] : [])],
  }
}

export default defineConfig({
  test: {
    // On a slow machine a test may take many times as long: each wait has a limit of its own, and these end only a test that hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // A worker waits a third of its time for the database or the browser: one more than there are cores keeps both busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: BrowserTestsFirst },
    restoreMocks: true,
    projects: [
      { extends: true, test: { name: 'console', ...filesOf('console') } },
      // These modules keep no state between tests: loaded once per worker, not once per file.
      {
        extends: true,
        test: {
          name: 'system',
          isolate: false,
          alias: { '@node-rs/argon2': join(import.meta.dirname, 'server/src/testing/fast-argon2.ts') },
          globalSetup: ['server/src/testing/global-setup.ts'],
          ...filesOf('{contract,protocol,server,simulator,world}'),
        },
      },
    ],
  },
})
