import { z } from 'zod'
import { connectorFailures } from './connectors.ts'
import { endpoint } from './endpoint.ts'
import { errorCatalogue, type ErrorCode } from './errors.ts'
import { commaSeparated, listQuery } from './list.ts'

/** The kinds of tasks. Any node runs a task in the background, step by step; a member can watch it or do something else meanwhile. */
export const taskKinds = [
  'simImport',
  'simImportUndo',
  'keyImport',
  'simAlias',
  'simGroup',
  'simTags',
  'simStatus',
  'simImei',
  'simDelete',
  'groupDelete',
] as const
export type TaskKind = (typeof taskKinds)[number]

/**
 * `checking` (the file of an import is being read) → `checked` (waits for a person) → `waiting` → `running` → `completed`; `cancelling` →
 * `cancelled`; `failed` if the task could not be done at all.
 */
export const taskStates = ['checking', 'checked', 'waiting', 'running', 'cancelling', 'completed', 'cancelled', 'failed'] as const
export type TaskState = (typeof taskStates)[number]
/** The final states. */
export const endedTaskStates: readonly TaskState[] = ['completed', 'cancelled', 'failed']

export const importModes = ['add', 'update'] as const
export type ImportMode = (typeof importModes)[number]
export const csvEncodings = ['utf-8', 'shift_jis'] as const
export type CsvEncoding = (typeof csvEncodings)[number]

/** The file of an import, and the result of reading it. */
export const importDetails = z.object({
  fileName: z.string(),
  mode: z.enum(importModes),
  encoding: z.enum(csvEncodings),
  /** The number of lines with content, without the header: `good` + `bad`. */
  lines: z.number(),
  good: z.number(),
  bad: z.number(),
  skipBadLines: z.boolean(),
  /**
   * True for the last import that wrote something, unless it was undone. The undo itself refuses an import whose SIMs have changed since.
   */
  canUndo: z.boolean(),
  /** The task that undid this import, or the import that this task undoes. */
  undoTaskId: z.number().nullable(),
})
export type ImportDetails = z.infer<typeof importDetails>

export const task = z.object({
  id: z.number(),
  kind: z.enum(taskKinds),
  state: z.enum(taskStates),
  /** A label for people: the alias pattern, the group's name or the file's name. */
  title: z.string().nullable(),
  /** The number of SIMs, frozen at the start. `done` of them are finished: `succeeded` + `refused`. */
  total: z.number(),
  done: z.number(),
  succeeded: z.number(),
  refused: z.number(),
  createdBy: z.string(),
  /** The id of the member. Null for an API ID and for a deleted member. */
  createdById: z.number().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** The reason if the state is `failed`. */
  failure: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]).nullable(),
  /** The failure of the carrier for which the task waits. It continues by itself. Null while it does not wait. */
  waitsFor: z.enum(connectorFailures).nullable(),
  import: importDetails.nullable(),
})
export type Task = z.infer<typeof task>

const taskId = z.strictObject({ id: z.coerce.number().int().positive() })

export const listTasks = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/tasks',
  needs: 'signedIn',
  summary: 'Imports and bulk changes of SIMs, newest first',
  query: listQuery(['createdAt'], { kind: commaSeparated(taskKinds), state: commaSeparated(taskStates) }),
  response: task,
  list: true,
})

export const getTask = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/tasks/{id}',
  needs: 'signedIn',
  summary: 'One import or bulk change, with its progress',
  params: taskId,
  response: task,
  errors: ['taskNotFound'],
})

/** A member may cancel tasks that the member's role may start. Finished SIMs stay changed, but a cancelled import writes nothing. */
export const cancelTask = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/tasks/{id}/cancel',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Cancel an import or a bulk change',
  params: taskId,
  response: task,
  errors: ['taskNotFound', 'taskEnded', 'noPermission'],
})

const outcome = z.enum(['done', 'refused'])

/** The result of one SIM, or, in an import, the fault of one line with its `line` and `column`. */
export const taskResult = z.object({
  line: z.number().nullable(),
  column: z.string().nullable(),
  simId: z.number().nullable(),
  iccid: z.string().nullable(),
  outcome,
  /** The reason of a refusal in the caller's language. Null for a success. */
  message: z.string().nullable(),
})
export type TaskResult = z.infer<typeof taskResult>

export const listTaskResults = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/tasks/{id}/results',
  needs: 'signedIn',
  summary: 'The result for each SIM, or the invalid lines of an import',
  params: taskId,
  query: listQuery(['line'], { outcome: commaSeparated(['done', 'refused']) }),
  response: taskResult,
  list: true,
  errors: ['taskNotFound'],
})

export const getTaskResultsUrl = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/tasks/{id}/results-url',
  needs: 'signedIn',
  summary: 'A link to the results as CSV, all or those of one outcome, valid for 15 minutes',
  params: taskId,
  query: z.strictObject({ outcome: outcome.optional() }),
  response: z.object({ url: z.string(), expiresAt: z.string() }),
  errors: ['taskNotFound'],
})

export const signature = z.string().regex(/^[0-9a-f]{64}$/)

export const downloadTaskResults = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/tasks/{id}/results.csv',
  needs: 'public',
  summary: 'The results as CSV; the link carries its own signature',
  params: taskId,
  query: z.strictObject({ language: z.enum(['ja', 'en']), outcome: outcome.optional(), expires: z.coerce.number().int(), signature }),
  streams: 'text/csv; charset=utf-8',
  errors: ['linkExpired'],
})
