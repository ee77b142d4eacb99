import { z } from 'zod'
import { signalNames } from './dashboard.ts'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'
import { commaSeparated, listQuery } from './list.ts'
import { task } from './tasks.ts'

/** The group types of the specification: 1 enterprise, 2 reseller. */
export const groupTypes = { enterprise: 1, reseller: 2 } as const

export const group = z.object({
  id: z.number(),
  name: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  /** The number of SIMs in the group. */
  size: z.number(),
  phone_number: z.string().nullable(),
  address: z.string().nullable(),
  created: z.string(),
})
export type Group = z.infer<typeof group>

/** A group of the list. Its figures are null unless the call asks for them. */
export const listedGroup = group.extend({
  /** The SIMs of the group that are online, also those in an OTA session. */
  online: z.number().nullable(),
  /** The SIMs of the group in use that are online, late or silent; the others have never polled. */
  expected: z.number().nullable(),
  /** The SIMs of the group in use that have been silent for as many of their own poll intervals as the setting says. */
  silent: z.number().nullable(),
  /** The SIMs of the group whose last OTA of the applet, and of the poller, failed or was blocked. */
  failed_applets: z.number().nullable(),
  failed_pollers: z.number().nullable(),
})
export type ListedGroup = z.infer<typeof listedGroup>

export const groupSortFields = [
  'name',
  'type',
  'size',
  'online',
  'silent',
  'failed_applets',
  'failed_pollers',
  'phone_number',
  'address',
  'created',
] as const

/** A group with more SIMs than this is deleted by a task. */
export const groupDeletedAtOnce = 2_000

export const groupContent = {
  name: line(100).min(1),
  type: z.union([z.literal(1), z.literal(2)]).default(1),
  phone_number: line(30)
    .regex(/^[\d+() -]*$/)
    .nullable()
    .default(null),
  address: line(200).nullable().default(null),
}

const groupId = z.strictObject({ id: z.coerce.number().int().positive() })

export const listGroups = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/groups',
  needs: 'signedIn',
  summary: 'Groups of SIMs, by name',
  query: listQuery(groupSortFields, {
    /** A part of the name. */
    name: z.string().trim().min(1).max(100).optional(),
    /** A part of the name, the address or the phone number. */
    search: z.string().trim().min(1).max(100).optional(),
    type: commaSeparated(['1', '2']),
    figures: z.enum(['true']).optional(),
  }),
  response: listedGroup,
  list: true,
  errors: ['searchTooSlow', 'tooManyRequests'],
})

const totals = z.object({
  size: z.number(),
  online: z.number(),
  expected: z.number(),
  silent: z.number(),
  failed_applets: z.number(),
  failed_pollers: z.number(),
})
const groupTotals = z.object({ withoutGroup: totals, all: totals })
export type GroupTotals = z.infer<typeof groupTotals>

export const getGroupTotals = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/groups/totals',
  needs: 'signedIn',
  summary: 'The figures of the SIMs in no group, and of all SIMs',
  response: groupTotals,
  errors: ['searchTooSlow', 'tooManyRequests'],
})

export const getGroup = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/groups/{id}',
  needs: 'signedIn',
  summary: 'One group',
  params: groupId,
  response: group,
  errors: ['groupNotFound', 'searchTooSlow', 'tooManyRequests'],
})

/** The span of the figures of a group, and their steps. */
export const groupFiguresHours = 24
export const groupStepSeconds = 600

const groupFigures = z.object({
  from: z.string(),
  until: z.string(),
  stepSeconds: z.number(),
  /** The steps with figures, oldest first. `expected` are the SIMs in use that are online, late or silent. */
  points: z.array(z.object({ at: z.string(), sims: z.number(), online: z.number(), expected: z.number() })),
  /** The SIMs that are online, by the class of their last RSRP, the strongest first; `unknown` are those without a value. */
  signals: z.array(z.object({ value: z.enum([...signalNames, 'unknown'] as const), count: z.number() })),
})
export type GroupFigures = z.infer<typeof groupFigures>

export const getGroupFigures = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/groups/{id}/figures',
  needs: 'signedIn',
  summary: 'The SIMs of a group during the last day, and those that are online by their signal',
  params: groupId,
  response: groupFigures,
  errors: ['groupNotFound', 'searchTooSlow', 'tooManyRequests'],
})

export const createGroup = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/groups',
  needs: 'GROUP_CREATE',
  action: 'groupAdd',
  summary: 'Add a group',
  body: z.strictObject(groupContent),
  response: group,
  errors: ['groupExists'],
})

export const updateGroup = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/groups/{id}',
  needs: 'GROUP_UPDATE',
  action: 'groupUpdate',
  summary: 'Change a group',
  params: groupId,
  body: z.strictObject(groupContent),
  response: group,
  errors: ['groupNotFound', 'groupExists', 'searchTooSlow', 'tooManyRequests'],
})

/** The task that frees the SIMs of large groups and then deletes the groups; null if they are deleted already. */
const deletion = z.object({ task: task.nullable() })

export const deleteGroup = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/groups/{id}',
  needs: 'GROUP_DELETE',
  action: 'groupDelete',
  summary: 'Delete a group; its SIMs stay, in no group',
  params: groupId,
  response: deletion,
  errors: ['groupNotFound'],
})

export const deleteGroups = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/groups',
  needs: 'GROUP_DELETE_MULTIPLE',
  action: 'groupDelete',
  summary: 'Delete several groups, all or none',
  body: z.strictObject({ ids: z.array(z.number().int().positive()).min(1).max(100) }),
  response: deletion,
  errors: ['groupNotFound'],
})
