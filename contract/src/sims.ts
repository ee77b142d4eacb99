import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { commaSeparated, listQuery, maxTexts, splitTexts, textsOf } from './list.ts'
import { areaFilter } from './map-area.ts'
import { otaStatuses, progress } from './ota-progress.ts'
import { answeredFields, fieldFilters, soughtUpTo, typedSearch } from './sim-field-schemas.ts'
import { simFieldsWith } from './sim-fields.ts'
import { halfWidth, longestListOf, maxInAddress, maxNumbers, simIdsIn } from './sim-search.ts'
import { longestSilences, maxSilences, silencePattern } from './silence.ts'
import { longestTag, tagKey } from './tag-keys.ts'
import { traceMessage } from './traces.ts'

/** The specification's socket values. */
export const connections = { offline: 0, online: 1, ota: 2 } as const

/** The time for which a SIM counts as online after its last data, unless a setting has another time. */
export const defaultOnlineTermMinutes = 15
/** The number of recent locations that the page of a SIM shows, unless a setting has another number. */
export const defaultDisplayedLocations = 1

const nullableText = z.string().nullable()

export const sim = z.object({
  ...answeredFields,
  group: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** In alphabetical order, as they are shown. */
  tags: z.array(z.string()),
  /** The console turns `connection` off when the online term has passed since `last_poll`, the time of the last data from the SIM. */
  connection: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** The package of the latest install or uninstall of a poller. */
  poller_install_name: nullableText,
  poller_install_version: nullableText,
  poller_uninstall_name: nullableText,
  poller_uninstall_version: nullableText,
  other_applet_install_name: nullableText,
  other_applet_install_version: nullableText,
  other_applet_uninstall_name: nullableText,
  other_applet_uninstall_version: nullableText,
  poller: z.object({ install_progress: progress.nullable(), uninstall_progress: progress.nullable(), ota_progress: progress.nullable() }),
  other_applet: z.object({
    install_progress: progress.nullable(),
    uninstall_progress: progress.nullable(),
    store_data_progress: progress.nullable(),
    rfm_progress: progress.nullable(),
    /** The combined status of install and uninstall. */
    ota_progress: progress.nullable(),
  }),
  /** The status of the last remote configuration and of the last script on files; `status_poller` and `status_other_applet` beside them. */
  status_store_data: z.enum(otaStatuses).nullable(),
  status_rfm: z.enum(otaStatuses).nullable(),
})
export type Sim = z.infer<typeof sim>

/** The list is sorted by any field: versions by their numbers, a group by its name, other texts by their code points. */
export const simSortFields = simFieldsWith({})

export const connectionFilters = ['on', 'off', 'ota'] as const
/** The socket value of each choice of the filter. */
export const connectionOfFilter = { on: connections.online, off: connections.offline, ota: connections.ota } as const

const silent = z
  .string()
  .max(longestSilences)
  .transform((text) => text.split(',').filter((item) => item !== ''))
  .pipe(z.array(z.string().regex(silencePattern)).max(maxSilences))
  .optional()

const idsOf = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/)
  .transform((text) => text.split(',').map(Number))
  .optional()

/** Keys of tags; a comma alone, written `\,`, stands for no tags. */
const tagsOf = z
  .string()
  .max(2 * maxTexts * (longestTag + 1))
  .transform(splitTexts)
  .pipe(
    z
      .array(z.string().max(2 * longestTag))
      .min(1)
      .max(maxTexts),
  )
  .transform((texts) => [...new Set(texts.map(tagKey))])
  .optional()

const filtersWith = (most: number) => ({
  ...fieldFilters(most),
  /** Words, each of which occurs in an ICCID, IMSI, MSISDN, IMEI, external id or alias; or whole numbers of SIMs. */
  search: soughtUpTo(most),
  /** One id or more. */
  id: z.coerce
    .string()
    .max(longestListOf(most))
    .refine((text) => simIdsIn(text, most) !== null)
    .transform((text) => simIdsIn(text, most) ?? [])
    .optional(),
  /** A part of the field of that name. */
  device_alias: z.string().trim().min(1).max(100).transform(halfWidth).optional(),
  connection: commaSeparated(connectionFilters),
  /** Ids of groups; 0 means no group. */
  group: idsOf,
  /** Tags in any spelling, one of which the SIM has; `\,` finds SIMs without tags. */
  tags: tagsOf,
  /** Parts of names of pollers and other applets, one of which occurs. */
  applet: textsOf(100),
  /** The time without data from the SIM, back from the time at which the list is read; or a number of its own poll intervals. */
  silent,
  /** SIMs that are set aside: no campaign includes them until a member takes them back. */
  quarantined: commaSeparated(['true']),
  /** SIMs in a part of the map: west, south, east and north in degrees; `unknown` for SIMs without a position. */
  area: areaFilter.optional(),
})
const simFilters = filtersWith(maxInAddress)

export type ReversibleFilter = Exclude<keyof typeof simFilters, `${string}_${'start' | 'end'}`>
/** The filters that `not` can negate: all but the ends of periods. */
export const reversibleFilters = Object.keys(simFilters).filter((name) => !/_(start|end)$/.test(name)) as [
  ReversibleFilter,
  ...ReversibleFilter[],
]

/** Names of negated filters. Such a filter finds the SIMs that it would otherwise exclude, also those with a blank. */
const not = commaSeparated(reversibleFilters)

/** The filters of SIMs in an address, with lists of up to 1,000 numbers. */
export const simFilterShape = { ...simFilters, not } as const

/** Narrows the list to the SIMs of a selection (`POST /v1/sims/selections`). */
const selection = z.coerce.number().int().positive().optional()
/** The filters of SIMs in a body, with lists of up to 10,000 numbers; they are the same in snapshots and exports. */
export const simFilter = z.strictObject({ ...filtersWith(maxNumbers), not, selection })
export type SimFilter = z.output<typeof simFilter>

const simId = z.strictObject({ id: z.coerce.number().int().positive() })

export const listSims = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims',
  needs: 'signedIn',
  summary: 'SIMs, filtered, sorted and paged',
  query: listQuery(simSortFields, { ...simFilterShape, selection }),
  response: sim,
  list: true,
  errors: ['searchTooSlow', 'tooManyRequests'],
})

export const getSim = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}',
  needs: 'signedIn',
  summary: 'One SIM',
  params: simId,
  response: sim,
  errors: ['simNotFound'],
})

/** The fields that hold a number of a SIM. */
export const numberFields = simFieldsWith({ filter: 'number' })

export const simSearchFields = ['iccid', 'imsi', 'msisdn', 'imei', 'external_device_id', 'device_alias'] as const

/** A SIM that a search found, with the field and the value that matched. */
export const simFound = z.object({
  id: z.number(),
  iccid: z.string(),
  device_alias: nullableText,
  field: z.enum(simSearchFields),
  value: z.string(),
})
export type SimFound = z.infer<typeof simFound>

export const searchSims = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/search',
  needs: 'signedIn',
  summary: 'The best matches for a text: equal values first, then values that begin with it, then values that contain it',
  query: z.strictObject({
    q: typedSearch(),
    take: z.coerce.number().int().min(1).max(20).default(8),
  }),
  response: z.array(simFound),
  errors: ['searchTooSlow', 'tooManyRequests'],
})

/** Finds the numbers of a pasted list that no SIM has, so that the others can be used as a filter. */
export const listUnknownNumbers = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims/unknown-numbers',
  needs: 'signedIn',
  summary: 'Those of up to 10,000 numbers that no SIM has, in any number field or in one',
  body: z.strictObject({ numbers: typedSearch(maxNumbers), field: z.enum(['id', ...numberFields]).optional() }),
  response: z.array(z.string()),
})

/**
 * Frames with the ICCID of a SIM that the device port refused within the last day, without an answer or with an answer that contains only
 * the correct poll counter. Their sender is not authenticated. Rows are written at the end of their minute.
 */
export const simRefusals = z.object({
  frames: z.number(),
  /** Frames by reason: `mac`, `enc`, `padding`, `counter`, `sequence`, `session`, …; they add up to `frames`. */
  reasons: z.record(z.string(), z.number()),
  last_at: nullableText,
})
export type SimRefusals = z.infer<typeof simRefusals>

export const getSimRefusals = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/refusals',
  needs: 'signedIn',
  summary: 'Frames with the ICCID of a SIM that the device port refused in the last day, counted by reason',
  params: simId,
  response: simRefusals,
  errors: ['simNotFound'],
})

const simPackageKey = z.object({ packageAID: z.string(), otaVersion: z.string(), label: z.string(), name: z.string() })

/** A package that is known to be on a SIM: the package of its applet, or one that an OTA loaded and no OTA removed. */
export const simPackage = simPackageKey.extend({
  /** True for a library, which has no applets and which others import. */
  library: z.boolean(),
  /** The packages on this SIM that import it. */
  importedBy: z.array(simPackageKey),
})
export type SimPackage = z.infer<typeof simPackage>

export const listSimPackages = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/packages',
  needs: 'signedIn',
  summary: 'The known packages on a SIM, including libraries, each with the packages that import it',
  params: simId,
  response: z.array(simPackage),
  errors: ['simNotFound'],
})

/** One session of a SIM with its messages, oldest message first. */
export const simSession = z.object({
  session_id: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  /** The code with which the session ended: 0 or a code of the OTA error table. Null while it is open. */
  close_code: z.number().nullable(),
  ota_ids: z.array(z.number()),
  messages: z.array(traceMessage),
})
export type SimSession = z.infer<typeof simSession>

export const listSimSessions = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/sessions',
  needs: 'signedIn',
  summary: 'The last OTA sessions of a SIM, decoded, newest first',
  params: simId,
  query: z.strictObject({ take: z.coerce.number().int().min(1).max(20).default(5) }),
  response: z.array(simSession),
  errors: ['simNotFound'],
})
