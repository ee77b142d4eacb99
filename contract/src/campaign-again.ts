import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { otaKindNames, parametersOfKinds } from './ota-kinds/kinds.ts'
import { rollout } from './rollout.ts'
import { scriptValues } from './script-values.ts'

/**
 * True: each SIM of a released wave gets an SMS that lets it poll at once, if it has SCP80 keys and a number, and the gateway is set.
 */
export const wakeSims = z.boolean().default(false)

const campaignId = z.strictObject({ id: z.coerce.number().int().positive() })

/** Everything with which a campaign starts, apart from its SIMs and its name. */
export const campaignOptions = z.strictObject({
  kind: z.enum(otaKindNames),
  ...parametersOfKinds,
  rollout: rollout.nullable().default(null),
  wakeSims,
})
export type CampaignOptions = z.output<typeof campaignOptions>

/** The package of the options. Its key is the present one. `deleted`: the package does not exist any more. */
export const optionsPackage = z.object({
  packageAID: z.string(),
  otaVersion: z.string(),
  label: z.string(),
  name: z.string(),
  deleted: z.boolean(),
})
export type OptionsPackage = z.infer<typeof optionsPackage>

/**
 * The script of the options. A campaign keeps its revision of it. `state`: `changed` if a later revision is stored (`currentId`), `deleted`
 * if none is, or its package is deleted. `columns`: the columns of a CSV that the revision names.
 */
export const optionsScript = z.object({
  id: z.number(),
  packageName: z.string(),
  otaVersion: z.string(),
  octets: z.number(),
  columns: z.array(z.string()),
  state: z.enum(['current', 'changed', 'deleted']),
  currentId: z.number().nullable(),
})
export type OptionsScript = z.infer<typeof optionsScript>

export const getCampaignOptions = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/options',
  needs: 'signedIn',
  summary: 'The options of a campaign, to start another one with them',
  params: campaignId,
  response: z.object({
    name: z.string(),
    options: campaignOptions,
    package: optionsPackage.nullable(),
    script: optionsScript.nullable(),
    /** The CSV with the values of the SIMs for the script. Null for none, and for one that does not exist any more (`valuesKeptDays`). */
    values: scriptValues.nullable(),
    /** The filter that chose the SIMs, in the form of an address. Null if they were chosen in another way. */
    filter: z.record(z.string(), z.string()).nullable(),
  }),
  errors: ['campaignNotFound', 'campaignNotRepeatable'],
})

/**
 * A cause of failure as a text of three parts, `500/6A84/notEnoughMemory`: the error code, the status word of the card if the code is 500,
 * and the reason. A missing part is `-`.
 */
export const failureCause = z.string().regex(/^(\d{1,3}|-)\/([0-9A-F]{4}|-)\/([\w.-]{1,60})$/)

/** The cause of an OTA that did not succeed. */
export function failureCauseOf({ code, sw, reason }: { code: number | null; sw: string | null; reason: string | null }): string {
  return [code ?? '-', (code === 500 && sw?.toUpperCase()) || '-', reason ?? '-'].join('/')
}

/** The largest number of causes in a call. */
export const maxCauses = 50

/** Some of the SIMs that failed in a campaign. Without `causes`, all of them. */
export const failedOf = z.strictObject({
  campaignId: z.number().int().positive(),
  causes: z.array(failureCause).min(1).max(maxCauses).optional(),
})

export const getFailedSims = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/bulkOTA/{id}/failed',
  needs: 'signedIn',
  summary: 'The SIMs that failed in a campaign by cause, and what has changed since',
  params: campaignId,
  /** `causes` narrows the answer, except for its list of causes, to some causes, separated by commas. */
  query: z.strictObject({
    causes: z
      .string()
      .max(4_000)
      .transform((text) => text.split(','))
      .pipe(z.array(failureCause).min(1).max(maxCauses))
      .optional(),
  }),
  response: z.object({
    /** SIMs that are Failed or Blocked. Cancelled SIMs are not among them. */
    total: z.number(),
    /** The most frequent cause first. */
    causes: z.array(
      z.object({
        cause: failureCause,
        code: z.number().nullable(),
        sw: z.string().nullable(),
        reason: z.string().nullable(),
        count: z.number(),
      }),
    ),
    /** Changes since the failure. The numbers count SIMs of `total`. */
    since: z.object({
      /** SIMs that polled after their failure. */
      polled: z.number(),
      /** SIMs whose keys or security level were written after their failure. */
      keysChanged: z.number(),
      /** SIMs whose poller was installed or removed after their failure. */
      pollerChanged: z.number(),
      /** SIMs on which a later campaign did the same. */
      succeeded: z.number(),
      /** SIMs with an open OTA of the same applet type. */
      open: z.number(),
      /**
       * The time at which the label, the notes or the default parameters of the package changed. Null if they did not, or without a
       * package.
       */
      packageChangedAt: z.string().nullable(),
      /** True if the default parameters of the package differ from those of the campaign. */
      defaultsDiffer: z.boolean(),
      /** The highest version of the package that was added after the start of the campaign. */
      newerPackage: optionsPackage.omit({ deleted: true }).nullable(),
    }),
  }),
  errors: ['campaignNotFound', 'searchTooSlow', 'tooManyRequests'],
})
