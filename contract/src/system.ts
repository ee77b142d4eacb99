import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const healthz = endpoint({
  method: 'GET',
  api: 'main',
  path: '/healthz',
  needs: 'public',
  anywhere: true,
  summary: 'The process is alive',
  response: z.object({ status: z.literal('ok') }),
})

export const readyz = endpoint({
  method: 'GET',
  api: 'main',
  path: '/readyz',
  needs: 'public',
  anywhere: true,
  summary: 'The process is ready: the database answers and is migrated',
  response: z.object({ status: z.literal('ready') }),
  errors: ['serverBusy'],
})

export const openApiDocument = endpoint({
  method: 'GET',
  api: 'main',
  path: '/openapi.json',
  needs: 'public',
  anywhere: true,
  summary: 'This document',
  streams: 'application/json; charset=utf-8',
})

/** The last run of a job on a node of the installation. */
export const jobRun = z.object({
  name: z.string(),
  title: z.object({ ja: z.string(), en: z.string() }),
  node: z.string(),
  every_ms: z.number(),
  started_at: z.string(),
  duration_ms: z.number(),
  outcome: z.enum(['succeeded', 'failed']),
  /** Failed runs since the last one that succeeded. */
  failures: z.number(),
  /** The name of the error of a run that failed, with its code if it has one. */
  error: z.string().nullable(),
  /** Time of the next run; a time in the past means that the node is late. */
  next_at: z.string(),
})

/** The stored jobs of a queue. The recurring job of the same name runs them. A queue without stored jobs is absent. */
export const queueState = z.object({
  name: z.string(),
  /** Jobs that a node runs now; for some seconds also those of a node that died. */
  running: z.number(),
  /** Jobs that wait to run, those of `retrying` included. */
  waiting: z.number(),
  /** Jobs that wait for another attempt because the last one failed. */
  retrying: z.number(),
  /** Jobs that failed for good, within the last 30 days. */
  dead: z.number(),
  /** Time at which the first of the waiting jobs is due; null if none waits. */
  next_at: z.string().nullable(),
})

export const listJobRuns = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/job-runs',
  needs: 'SETTING_PASSWORD_SECURITY',
  summary: 'The last run of every recurring job, by name and node, and the jobs of every queue',
  response: z.object({ runs: z.array(jobRun), queues: z.array(queueState) }),
})
