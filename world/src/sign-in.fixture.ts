import { beforeAll } from 'vitest'
import { startTestServer, type TestServer } from '@simdeck/server/testing/server.ts'
import { builtConsole } from './console-build.ts'
import { findChromium } from './testing/chromium.ts'
import { sharedInFile } from './testing/shared-in-file.ts'

/** Servers with the built console: `start` a new one for each test, `shared` one for the tests of a file. */
export function serversWithConsole(): { start: () => Promise<TestServer>; shared: () => Promise<TestServer> } {
  let consoleFolder = ''
  beforeAll(async () => {
    if (findChromium()) consoleFolder = await builtConsole()
  }, 240_000)
  const start = (): Promise<TestServer> => startTestServer({}, consoleFolder)
  return { start, shared: sharedInFile(start) }
}
