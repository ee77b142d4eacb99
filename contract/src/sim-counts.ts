import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { simFilterShape } from './sims.ts'
import { simFieldsWith, simFilterOf } from './sim-fields.ts'

/** The filters whose values can be counted. */
export const countedFilters = [
  ...simFieldsWith({ filter: 'choice' }).map(simFilterOf),
  ...simFieldsWith({ filter: 'version' }).map(simFilterOf),
  ...simFieldsWith({ filter: 'flag' }).map(simFilterOf),
  'connection',
  'group',
  'applet',
  'tags',
] as const
export type CountedFilter = (typeof countedFilters)[number]

/** The most values of a filter that are counted one by one. */
export const maxValues = 100

/** `value` is a value of the filter: of `group` the id, 0 for no group; of `tags` a tag as it is shown. Null: SIMs with a blank, for which the filter has no value. */
const valueCount = z.object({ value: z.string().nullable(), count: z.number() })
export type ValueCount = z.infer<typeof valueCount>

const selection = z.coerce.number().int().positive().optional()

export const countSimValues = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/values',
  needs: 'signedIn',
  summary: 'SIMs per value of one filter, among those that match all other filters, most first, up to 100 values',
  query: z.strictObject({ of: z.enum(countedFilters), ...simFilterShape, selection }),
  response: z.array(valueCount),
  errors: ['searchTooSlow', 'tooManyRequests'],
})

/** SIMs whose last poll lies from `from` (null: any time) until before `until`. */
const pollCount = z.object({ from: z.string().nullable(), until: z.string(), count: z.number() })

export const countLastPolls = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/last-polls',
  needs: 'signedIn',
  summary:
    'SIMs that match by the time of their last poll: by 5 minutes of the last hour, hours of the last day, days of 30 days, and older',
  query: z.strictObject({ ...simFilterShape, selection }),
  response: z.object({
    /** Newest first, without gaps. */
    polls: z.array(pollCount),
    /** SIMs that never polled. */
    never: z.number(),
  }),
  errors: ['searchTooSlow', 'tooManyRequests'],
})
