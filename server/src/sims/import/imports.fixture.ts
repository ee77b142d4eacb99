import { afterAll, beforeAll, beforeEach } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import type { ImportMode, Task } from '@simdeck/contract/tasks.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'

export const iccid = (n: number): string => `89811000000000${String(n).padStart(5, '0')}`

export type Options = { mode?: ImportMode; encoding?: 'utf-8' | 'shift_jis'; columns?: (SimCsvColumn | null)[] }

/** A server that the tests of a file share, with an ADMIN who imports files. Its SIMs and tasks are deleted before each test. */
export class ImportsOfTest {
  server!: TestServer
  call!: TestCall & { accessToken: string }

  constructor() {
    beforeAll(async () => {
      this.server = await startTestServer()
      this.call = await this.server.signIn('ADMIN')
    })
    afterAll(() => this.server[Symbol.asyncDispose]())
    beforeEach(async () => {
      await this.server.db.deleteFrom('sims').execute()
      await this.server.db.deleteFrom('tasks').execute()
      await this.server.db.deleteFrom('sim_import_lines').execute()
    })
  }

  check(file: string | Uint8Array, { columns, ...body }: Options = {}, by: TestCall = this.call): Promise<Task> {
    const fields = { ...body, ...(columns ? { columns: JSON.stringify(columns) } : {}) }
    return by(endpoints.checkSimImport, { body: fields, file: new File([file as BlobPart], 'fleet 東京.csv') })
  }

  start(id: number, skipBadLines = false): Promise<Task> {
    return this.call(endpoints.startSimImport, { params: { id }, body: { skipBadLines } })
  }

  undo(id: number): Promise<Task> {
    return this.call(endpoints.undoSimImport, { params: { id } })
  }

  getTask(id: number): Promise<Task> {
    return this.call(endpoints.getTask, { params: { id } })
  }

  /** The task after its end. */
  ended(id: number): Promise<Task> {
    return until(async () => {
      const task = await this.getTask(id)
      return ['completed', 'failed', 'cancelled'].includes(task.state) && task
    })
  }

  /** Checks a file, imports it and waits for the end. */
  async imported(file: string | Uint8Array, options?: Options): Promise<Task> {
    const { id } = await this.check(file, options)
    await this.start(id)
    return this.ended(id)
  }

  async sims(filter: { has_keys?: string } = {}) {
    return (await this.call(endpoints.listSims, { query: { sort: 'iccid:ASC', take: 100, ...filter } })).data
  }

  async problems(id: number) {
    return (await this.call(endpoints.listTaskResults, { params: { id }, query: {} })).data
  }

  staged(): Promise<{ line: number }[]> {
    return this.server.db.selectFrom('sim_import_lines').select('line').execute()
  }
}

export async function refusalOf(refused: Promise<unknown>): Promise<CallError> {
  const error = await refused.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

export const codeOf = async (refused: Promise<unknown>): Promise<string | undefined> => (await refusalOf(refused)).body?.code
