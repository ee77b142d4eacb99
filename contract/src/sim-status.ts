import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cmPlatforms, type SimStatus, simStatuses } from './sim-values.ts'
import { task } from './tasks.ts'

export type CmPlatform = (typeof cmPlatforms)[number]

type Transitions = Partial<Record<SimStatus, readonly SimStatus[]>>

/** Transitions that a user may ask for, by platform and present status. */
const offered: Record<'jasper' | 'ntt', Transitions> = {
  jasper: {
    TEST_READY: ['ACTIVATED', 'DEACTIVATED'],
    INVENTORY: ['ACTIVATION_READY', 'ACTIVATED', 'DEACTIVATED', 'RETIRED'],
    ACTIVATION_READY: ['ACTIVATED', 'INVENTORY', 'DEACTIVATED', 'RETIRED'],
    ACTIVATED: ['DEACTIVATED', 'RETIRED'],
    DEACTIVATED: ['ACTIVATED', 'ACTIVATION_READY', 'INVENTORY', 'RETIRED'],
    RETIRED: ['PURGED'],
  },
  ntt: {
    AVAILABLE: ['PRE_ACTIVATED', 'ACTIVATED'],
    PRE_ACTIVATED: ['ACTIVATED', 'TERMINATED'],
    ACTIVATED: ['SUSPENDED', 'TARIFF_HOLIDAY', 'TERMINATED'],
    SUSPENDED: ['ACTIVATED', 'TERMINATED'],
    TARIFF_HOLIDAY: ['ACTIVATED', 'TERMINATED'],
  },
}

/** Transitions that only the platform makes, or only its operator. */
const byCarrier: readonly Transitions[] = [
  {
    TEST_READY: ['ACTIVATION_READY', 'INVENTORY'],
    INVENTORY: ['TEST_READY'],
    TRIAL: ['ACTIVATED', 'DEACTIVATED'],
    ACTIVATED: ['REPLACED'],
    RETIRED: ['INVENTORY'],
  },
  { ACTIVATED: ['OPERATOR_BARRED'], OPERATOR_BARRED: ['ACTIVATED', 'TERMINATED'] },
]

/**
 * The statuses that a user may give to a SIM of this platform, in the order of `simStatuses`. For a SIM without a platform the console is the
 * record, so that every transition of both platforms is allowed.
 */
export function nextStatuses(platform: CmPlatform, from: SimStatus): SimStatus[] {
  const tables = platform === 'none' ? [offered.jasper, offered.ntt, ...byCarrier] : [offered[platform]]
  const reached = new Set(tables.flatMap((table) => table[from] ?? []))
  return simStatuses.filter((status) => reached.has(status))
}

/** The statuses that users can give to some SIM. */
export const givenStatuses = simStatuses.filter((to) =>
  cmPlatforms.some((platform) => simStatuses.some((from) => nextStatuses(platform, from).includes(to))),
)

/** Statuses that a user confirms by typing the ICCID or the number of SIMs, because they cannot be undone here. */
export const confirmedStatuses: readonly SimStatus[] = ['RETIRED', 'PURGED', 'TERMINATED', 'REPLACED']

const simId = z.strictObject({ id: z.coerce.number().int().positive() })
const status = z.enum(simStatuses)
const confirm = z.string().max(20).optional()

/** `confirm` is the ICCID, required for `confirmedStatuses`. */
export const changeSimStatus = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/sims/{id}/status',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Change the status of one SIM, as a task with its result',
  params: simId,
  body: z.strictObject({ status, confirm }),
  response: task,
  errors: ['simNotFound', 'statusNotAllowed', 'statusUnconfirmed'],
})

/** `confirm` is the number of SIMs in the selection, required for `confirmedStatuses`. A SIM whose status does not permit it is refused. */
export const setStatuses = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/bulk/status',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Change the status of the SIMs of a selection, with a result for each SIM',
  body: z.strictObject({ selectionId: z.number().int().positive(), status, confirm }),
  response: task,
  errors: ['selectionNotFound', 'statusUnconfirmed'],
})

/** Origins of changes: asked for here, found at the carrier, written by an import. */
export const statusSources = ['here', 'carrier', 'import'] as const

export const simStatusChange = z.object({
  id: z.number(),
  at: z.string(),
  /** The member or the API ID that asked for it; null for a change of the carrier or of an import. */
  actor: z.string().nullable(),
  from: status,
  to: status,
  source: z.enum(statusSources),
})
export type SimStatusChange = z.infer<typeof simStatusChange>

export const listSimStatusChanges = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/status-changes',
  needs: 'signedIn',
  summary: 'The last changes of the status of a SIM, newest first',
  params: simId,
  query: z.strictObject({ take: z.coerce.number().int().min(1).max(100).default(20) }),
  response: z.array(simStatusChange),
  errors: ['simNotFound'],
})
