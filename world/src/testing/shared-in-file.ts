import { afterAll } from 'vitest'

/**
 * Starts a server when a test first needs it, shares it between the tests of the file, and ends it after the last of them. Tests that share
 * a server make their own members and leave its settings unchanged.
 */
export function sharedInFile<Server extends AsyncDisposable>(start: () => Promise<Server>): () => Promise<Server> {
  let shared: Promise<Server> | null = null
  afterAll(async () => {
    await (await shared)?.[Symbol.asyncDispose]()
  })
  return () => (shared ??= start())
}
