import { approvalErrors } from './errors/approval.ts'
import { campaignErrors } from './errors/campaigns.ts'
import { certificateErrors } from './errors/certificates.ts'
import { dashboardErrors } from './errors/dashboard.ts'
import { memberErrors } from './errors/members.ts'
import { packageErrors } from './errors/packages.ts'
import { requestErrors } from './errors/request.ts'
import { sessionErrors } from './errors/session.ts'
import { settingsErrors } from './errors/settings.ts'
import { signInErrors } from './errors/sign-in.ts'
import { simErrors } from './errors/sims.ts'
import { taskErrors } from './errors/tasks.ts'
import type { Words } from './languages.ts'

type CatalogueEntry = Words & { status: number }

/**
 * Every failure that an API can answer, by its stable code. English texts of the specification's "Known server messages" are the same to
 * the letter; the Japanese texts are their translations.
 */
export const errorCatalogue = {
  ...requestErrors,
  ...signInErrors,
  ...sessionErrors,
  ...memberErrors,
  ...settingsErrors,
  ...packageErrors,
  ...campaignErrors,
  ...approvalErrors,
  ...simErrors,
  ...taskErrors,
  ...dashboardErrors,
  ...certificateErrors,
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

/** The fault of one input field. `message` is in the caller's language. */
export type FieldError = { path: string; message: string }

const retryAfterSeconds: { readonly [status: number]: number } = { 429: 60, 503: 5 }

/** Maximum number of wrong fields that a failure names, and the maximum of their bytes. */
export const maxFields = 10
export const maxFieldBytes = 1400

/**
 * The uses that prevent the deletion of a package: the number of SIMs that hold it, the number of SIMs with an open OTA that writes or
 * removes it, and the campaigns that have not ended, of which a failure names the newest.
 */
export type Uses = { simsHolding: number; simsAwaiting: number; campaigns: { id: number; name: string }[]; moreCampaigns: number }

/**
 * The body of every failure, of at most 2 kB. `moreFields` is the number of wrong fields that are not named. `uses` is there when something
 * in use cannot be deleted.
 */
export type ErrorBody = {
  message: string
  code: ErrorCode
  fields?: FieldError[]
  moreFields?: number
  detail?: string
  uses?: Uses
}

/**
 * A failure for the caller. `fieldCount` is the number of wrong fields, when not all are given. `detail`, which is never secret, adds to
 * the catalogue's sentence.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[] | undefined
  readonly fieldCount: number
  readonly detail: Words | undefined
  readonly uses: Uses | undefined
  /** The number of seconds after which another attempt may succeed. Null if waiting does not help. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: ErrorCode,
    more: { fields?: FieldError[]; fieldCount?: number; detail?: Words; uses?: Uses; retryAfterSeconds?: number } = {},
  ) {
    super(errorCatalogue[code].en)
    this.name = 'ApiError'
    this.code = code
    this.fields = more.fields
    this.fieldCount = more.fieldCount ?? more.fields?.length ?? 0
    this.detail = more.detail
    this.uses = more.uses
    this.retryAfterSeconds = more.retryAfterSeconds ?? retryAfterSeconds[this.status] ?? null
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }
}
