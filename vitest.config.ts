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

export default defineConfig({
  test: {
    include: ['{contract,protocol,server,console,simulator,world}/src/**/*.test.{ts,tsx}'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: BrowserTestsFirst },
    restoreMocks: true,
  },
})
