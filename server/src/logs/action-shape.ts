import type { ValueChange } from '@simdeck/contract/actions.ts'
import type { ActionLog } from '@simdeck/contract/logs.ts'
import type { ActionLogRow } from '../platform/db/schema.ts'
import { operationOf } from './operation.ts'

/** A row with the present name of its member. */
export type NamedAction = ActionLogRow & { request_by_name: string | null }

export const actionShape = (row: NamedAction): ActionLog => ({
  id: row.id,
  action: row.action,
  url: row.url,
  method: row.method,
  request_params: row.request_params,
  operation: operationOf(row),
  request_by: row.request_by,
  request_by_name: row.request_by_name,
  request_at: row.request_at.toISOString(),
  status: row.status,
  message: row.message,
  client_type: row.client_type,
  ip: row.ip,
  subjects: row.subjects,
  subject_name: row.subject_name,
  changes: row.changes === null ? [] : (JSON.parse(row.changes) as ValueChange[]),
})
