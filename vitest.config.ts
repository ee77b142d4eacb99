import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tests that take longest begin first, so that no worker waits for one at the end: the deep ones, then those in a browser. */
class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => (moduleId.endsWith('.deep.test.ts') ? 0 : moduleId.includes('/world/src/') ? 1 : 2)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

/**
 * `TESTS` names the tests that run: `usual`, `deep`, or `part 1 of 6`, which is the usual ones and that part of the deep ones. Unset, it is
 * all of them.
 */
const chosen = process.env['TESTS'] ?? ''
const [part, parts] = (/^part (\d+) of (\d+)$/.exec(chosen) ?? []).slice(1).map(Number)

/** Deep tests that do not belong to the part. */
const ofOtherParts = (deep: string): string[] =>
  part && parts
    ? globSync(deep, { cwd: import.meta.dirname })
        .toSorted()
        .filter((_, at) => at % parts !== part - 1)
    : []

const filesOf = (folders: string) => {
  const deep = `${folders}/src/**/*.deep.test.ts`
  return {
    include: [chosen === 'deep' ? deep : `${folders}/src/**/*.test.{ts,tsx}`],
    exclude: ['**/node_modules/**', ...(chosen === 'usual' ? [deep] : ofOtherParts(deep))],
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
    sequence: { sequencer: LongTestsFirst },
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
