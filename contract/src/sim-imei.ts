import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { simFields } from './sim-fields.ts'
import { imeiLocks } from './sim-values.ts'
import { sim } from './sims.ts'
import { task } from './tasks.ts'

const simId = z.strictObject({ id: z.coerce.number().int().positive() })
const lock = z.enum(imeiLocks)

/**
 * `pending`: it is not handled yet. `told`: members were told. `suspended`: the SIM is being suspended. `notPossible`: its status or the
 * rights of the member who set the lock do not permit it.
 */
export const imeiLockResults = ['pending', 'told', 'suspended', 'notPossible'] as const

/** A poll of a SIM from another device than the poll before it. */
export const simImeiChange = z.object({
  id: z.number(),
  at: z.string(),
  from: z.string(),
  to: z.string(),
  confirmed_at: z.string().nullable(),
  confirmed_by: z.string().nullable(),
  /** The effect of the IMEI lock; null if the SIM had none, or came back to its device. */
  lock_result: z.enum(imeiLockResults).nullable(),
})
export type SimImeiChange = z.infer<typeof simImeiChange>

export const listSimImeiChanges = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/imei-changes',
  needs: 'signedIn',
  summary: 'The last changes of the device of a SIM, newest first',
  params: simId,
  query: z.strictObject({ take: z.coerce.number().int().min(1).max(100).default(20) }),
  response: z.array(simImeiChange),
  errors: ['simNotFound'],
})

/**
 * `confirm` is the IMEI that the user saw: if the SIM has moved on, the call is refused. `lock` binds the SIM to its present IMEI, or ends
 * the lock.
 */
export const changeSimImei = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/sims/{id}/imei',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Confirm the device of one SIM, or change its IMEI lock',
  params: simId,
  body: z.strictObject({ confirm: z.string().regex(simFields.imei.pattern), lock }).partial(),
  response: sim,
  errors: ['simNotFound', 'emptyParameters', 'imeiNotChanged', 'imeiUnknown'],
})

/** A SIM whose IMEI did not change, or that has none to lock, is refused with the reason. */
export const setImeis = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/bulk/imei',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Confirm the devices of the SIMs of a selection, or change their IMEI locks, with a result for each SIM',
  body: z.strictObject({ selectionId: z.number().int().positive(), confirm: z.literal(true).optional(), lock: lock.optional() }),
  response: task,
  errors: ['selectionNotFound', 'emptyParameters'],
})
