import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { makeTemplate } from './databases.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated template that is copied for each test server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'simdeck-test-'))
  const postgres = await startEmbeddedPostgres(folder, {
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', shared_buffers: '128MB' },
  })
  await makeTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    for (const each of [postgres.cluster, folder]) rmSync(each, { recursive: true, force: true })
  }
}
