import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'
import { longestListOf, maxInAddress } from './sim-search.ts'

const column = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

/** A view of the SIM list with a name: its filters, sort and columns. */
export const simView = z.object({
  id: z.number(),
  name: z.string(),
  /** True for a view that all members see. Only its owner can change it. */
  shared: z.boolean(),
  own: z.boolean(),
  ownerName: z.string(),
  /** Filters and sort in the form of the list's URL. */
  search: z.record(z.string(), z.string()),
  table: z.object({ order: z.array(z.string()), hidden: z.array(z.string()), density: z.enum(['compact', 'default', 'relaxed']) }),
})
export type SimView = z.infer<typeof simView>

const viewId = z.strictObject({ id: z.coerce.number().int().positive() })
const longestValue = longestListOf(maxInAddress)
const isShortEnough = (search: Record<string, string>): boolean =>
  Object.keys(search).length <= 40 && Object.values(search).join('').length <= 2 * longestValue
const content = {
  name: line(64).min(1),
  shared: z.boolean(),
  search: z.record(z.string().regex(/^[a-z_]{1,40}$/), z.string().max(longestValue)).refine(isShortEnough),
  table: z.strictObject({
    order: z.array(column).max(60),
    hidden: z.array(column).max(60),
    density: z.enum(['compact', 'default', 'relaxed']),
  }),
}

/** Maximum number of views of a member. */
export const maxSimViews = 50

export const listSimViews = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/views',
  needs: 'signedIn',
  own: true,
  summary: 'The own views of the SIM list and the views that other members share',
  response: z.array(simView),
})

export const createSimView = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/views',
  needs: 'signedIn',
  own: true,
  action: 'settingAdd',
  summary: 'Store a view of the SIM list',
  body: z.strictObject(content),
  response: simView,
  errors: ['viewExists', 'viewLimit'],
})

export const updateSimView = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/sims/views/{id}',
  needs: 'signedIn',
  own: true,
  action: 'settingUpdate',
  summary: 'Change an own view',
  params: viewId,
  body: z.strictObject(content),
  response: simView,
  errors: ['viewNotFound', 'viewExists'],
})

export const deleteSimView = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/sims/views/{id}',
  needs: 'signedIn',
  own: true,
  action: 'settingDelete',
  summary: 'Delete an own view',
  params: viewId,
  errors: ['viewNotFound'],
})
