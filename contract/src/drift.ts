import { z } from 'zod'
import { signedLink } from './campaign-result-csv.ts'
import { endpoint } from './endpoint.ts'
import { extraContent } from './extra-content.ts'
import { listQuery } from './list.ts'
import { packageKeySchema } from './packages.ts'

/**
 * Differences between the content that a card reports and the content that it should have. `keyVersion`: the card has answered that it does
 * not have the recorded key version (`version`, in hex), so nothing can be read or repaired; `missing`: the card lacks a package or its
 * applet; `otherVersion`: it holds another version; `otherState`: the applet is locked or cannot be selected; `poller`: one of these about a
 * poller, or a poller that is not recorded; `extra`: the card holds something else that it should not. The first one in this order is the
 * leading difference of a SIM.
 */
export const differenceKinds = ['keyVersion', 'missing', 'otherVersion', 'otherState', 'poller', 'extra'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** The reasons for which extra content stays on a card. */
const protections = ['poller', 'securityDomain', 'unknown'] as const

/** The remedy of a difference by an install: the same for all SIMs of its group. */
const remedyGroup = z.string().regex(/^[0-9a-f]{32}$/)

const namedPackage = packageKeySchema.extend({ name: z.string() })

const contentDifference = z.object({
  kind: z.enum(differenceKinds),
  /** The AID of the package, or of the applet if its package is unknown or on the card as it should be. */
  aid: z.string(),
  /** The package that the card should hold; for `extra`, the registered package that it holds. Null if none is known here. */
  package: namedPackage.nullable(),
  /** The version that the card reports; null if it reports none. */
  version: z.string().nullable(),
  /** The life cycle state that the card reports, two hex digits; null if it does not report the entry. */
  state: z.string().nullable(),
  /** True for `missing` if the card holds the package without its applet. */
  withoutApplet: z.boolean(),
  /**
   * The reason for which no OTA removes `extra` content: it holds a poller or a security domain in use, or the card has not told enough to
   * rule that out (`unknown`). Null if it can be removed, and for other kinds.
   */
  protectedBy: z.enum(protections).nullable(),
  /** AIDs of the applets of an extra package, which a removal takes along. */
  applets: z.array(z.string()),
})
export type ContentDifference = z.infer<typeof contentDifference>

/** A SIM whose card differs, with its leading difference. */
const differingSim = contentDifference.extend({
  /** The id of the SIM. */
  id: z.number(),
  iccid: z.string(),
  device_alias: z.string().nullable(),
  /** The number of its further differences. */
  others: z.number(),
  /** The campaign that removed the package without bringing another one; null if the cause is unknown. */
  campaignId: z.number().nullable(),
  /** The group of SIMs that the same install repairs; null if no install does. */
  remedy: remedyGroup.nullable(),
  /** Time of the card's answer. */
  readAt: z.string(),
})
export type DifferingSim = z.infer<typeof differingSim>

export const listDifferingSims = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/drift',
  needs: 'signedIn',
  summary: 'SIMs whose cards differ from what they should hold, with their leading difference',
  query: listQuery(['readAt'], {
    kind: z.enum(differenceKinds).optional(),
    /** Part of an ICCID or alias, or of the name or AID of a package. */
    search: z.string().max(100).optional(),
  }),
  response: differingSim,
  list: true,
  errors: ['searchTooSlow'],
})

const csvFilter = z.strictObject({ kind: z.enum(differenceKinds).optional(), search: z.string().max(100).optional() })

export const getDriftCsvUrl = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/getDriftCSVSignedUrl',
  needs: 'signedIn',
  summary: 'A link to the SIMs whose cards differ as CSV, with the filter of the list, valid for 15 minutes',
  query: csvFilter,
  response: z.object({ url: z.string(), expiresAt: z.string() }),
})

export const downloadDriftCsv = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/driftCSV',
  needs: 'public',
  summary: 'The SIMs whose cards differ as CSV; the link carries its own signature',
  query: csvFilter.extend(signedLink.shape),
  streams: 'text/csv; charset=utf-8',
  errors: ['linkExpired'],
})

const driftFigures = z.object({
  /** All SIMs. They are the sum of `same`, `unread` and the SIMs of all kinds. */
  sims: z.number(),
  /** SIMs whose cards hold what they should. */
  same: z.number(),
  /** SIMs whose cards were never read, without those of the kind `keyVersion`. */
  unread: z.number(),
  /** SIMs by their leading difference. */
  kinds: z.record(z.enum(differenceKinds), z.number()),
  /** The time of the last answer of a card; null for none. */
  lastReadAt: z.string().nullable(),
})
export type DriftFigures = z.infer<typeof driftFigures>

export const getDriftFigures = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/drift/figures',
  needs: 'signedIn',
  summary: 'The number of SIMs by the leading difference of their cards',
  response: driftFigures,
})

/** The parameters of an install. `cardParameters` is left out when there were none. */
const installation = z.object({
  moduleAID: z.string(),
  instanceAID: z.string(),
  installParameters: z.string(),
  cardParameters: z.string().optional(),
})

const remedy = z.object({
  group: remedyGroup,
  package: namedPackage,
  /** True for a library, which is loaded and has no `install`. */
  library: z.boolean(),
  /** The parameters of the last install of the package. Null if it was not installed from here. */
  install: installation.nullable(),
})
export type Remedy = z.infer<typeof remedy>

export const getDriftRemedies = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/drift/remedies',
  needs: 'signedIn',
  summary: 'The installs that repair SIMs with a difference, each with the number of its SIMs; the 100 with the most SIMs',
  query: z.strictObject({ kind: z.enum(differenceKinds).optional(), group: remedyGroup.optional() }),
  response: z.array(remedy.extend({ count: z.number() })),
  errors: ['searchTooSlow'],
})

export const getDriftExtras = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/drift/extras',
  needs: 'signedIn',
  summary: 'The extra content of cards that can be removed, each with the number of its SIMs; the 100 with the most SIMs',
  query: z.strictObject({ extra: extraContent.optional() }),
  response: z.array(
    z.object({
      extra: z.string(),
      aid: z.string(),
      version: z.string().nullable(),
      /** The registered package that it is. Null if none is known here. */
      package: namedPackage.nullable(),
      count: z.number(),
      /** SIMs among them whose certificates of the IoT SAFE applet a removal takes along. */
      withCertificates: z.number(),
    }),
  ),
  errors: ['searchTooSlow'],
})

const simDrift = z.object({
  /** Time of the card's answer. */
  readAt: z.string(),
  /** All differences of the SIM, the leading one first. */
  differences: z.array(contentDifference),
  /** The number of differences that a member accepted. */
  accepted: z.number(),
  /** The install that repairs the leading difference; null if none does. */
  remedy: remedy.nullable(),
  /** The campaign that installed the missing package last. */
  installed: z.object({ campaignId: z.number(), at: z.string() }).nullable(),
  /** The campaign that removed it, and the failure of the install that followed. */
  cause: z
    .object({ campaignId: z.number(), removedAt: z.string().nullable(), code: z.number().nullable(), sw: z.string().nullable() })
    .nullable(),
  /** Octets of memory that the SIM reported free, and that the install needs; null if unknown. */
  freeMemory: z.number().nullable(),
  neededMemory: z.number().nullable(),
  /** Certificates and key pairs of the SIM in its IoT SAFE applet. */
  certificates: z.number(),
})
export type SimDrift = z.infer<typeof simDrift>

export const getSimDrift = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/drift/sims/{id}',
  needs: 'signedIn',
  summary: 'The differences of a SIM’s card and their remedy; null if nothing is known of the card',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  response: simDrift.nullable(),
  errors: ['simNotFound'],
})

/** The largest number of SIMs whose content one call accepts. */
export const maxAccepted = 100

export const acceptSimContent = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/admin/drift/accept',
  needs: 'OTA_CREATE',
  action: 'otaUpdate',
  summary: 'Record the present content of cards as the content that they should have',
  body: z.strictObject({ simIds: z.array(z.number().int().positive()).min(1).max(maxAccepted) }),
  /** SIMs with an open OTA are `busy`: their content may be about to change. SIMs without a difference are neither. */
  response: z.object({ accepted: z.array(z.number()), busy: z.array(z.number()) }),
})

/** SIMs of a snapshot by the leading difference of their cards, by its remedy, or by extra content that their cards hold. */
export const driftChoice = z.strictObject({
  kind: z.enum(differenceKinds).optional(),
  remedy: remedyGroup.optional(),
  extra: extraContent.optional(),
})
export type DriftChoice = z.infer<typeof driftChoice>
