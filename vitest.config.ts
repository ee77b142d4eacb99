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
const source = '{contract,protocol,server,console,simulator,world}/src/**'
const deep = `${source}/*.deep.test.ts`

export default defineConfig({
  test: {
    include: [chosen === 'deep' ? deep : `${source}/*.test.{ts,tsx}`],
    exclude: ['**/node_modules/**', ...(chosen === 'usual' ? [deep] : [])],
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: BrowserTestsFirst },
    restoreMocks: true,
  },
})
