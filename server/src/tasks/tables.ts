import type { ConnectorFailure } from '@simdeck/contract/connectors.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { ImportDetails, TaskKind, TaskState } from '@simdeck/contract/tasks.ts'
import type {
  ColumnType,
  Defaulted,
  DefaultedTime,
  GeneratedAlways,
  JsonOrNull,
  TextOrNull,
  TimeOrNull,
} from '../platform/db/column-types.ts'
import type { Row } from '../platform/db/schema.ts'

/** Stored part of `ImportDetails`. `canUndo` is computed for each answer. */
export type StoredImport = Omit<ImportDetails, 'canUndo'>

declare module '../platform/db/schema.ts' {
  interface Database {
    tasks: {
      id: GeneratedAlways<number>
      kind: TaskKind
      state: TaskState
      title: TextOrNull
      params: ColumnType<Record<string, unknown>, string | undefined, string>
      import: JsonOrNull<StoredImport>
      selection_id: ColumnType<number | null, number | null | undefined, number | null>
      next_part: Defaulted<number>
      total: Defaulted<number>
      done: Defaulted<number>
      succeeded: Defaulted<number>
      refused: Defaulted<number>
      created_by: number | null
      api_credential_id: ColumnType<number | null, number | null | undefined, number | null>
      created_by_name: string
      created_at: DefaultedTime
      started_at: TimeOrNull
      finished_at: TimeOrNull
      failure: ColumnType<ErrorCode | null, ErrorCode | null | undefined, ErrorCode | null>
      waits_for: ColumnType<ConnectorFailure | null, ConnectorFailure | null | undefined, ConnectorFailure | null>
    }
    task_results: {
      task_id: number
      n: number
      outcome: 'done' | 'refused'
      sim_id: number | null
      iccid: string | null
      line: number | null
      column_name: string | null
      reason: string | null
    }
  }
}

export type TaskRow = Row<'tasks'>
