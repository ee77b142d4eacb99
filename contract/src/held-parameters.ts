import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { aidHex, installParameters } from './packages.ts'

/** The largest number of other values that an answer lists. */
export const maxListedValues = 10

/**
 * Compares install parameters with those of the SIMs of a snapshot: of the last installation of the package AID that succeeded, if no
 * removal followed it. SIMs that the last dry run of the snapshot left out do not count.
 */
export const compareHeldParameters = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/admin/compareParameters',
  needs: 'OTA_CREATE',
  summary: 'Compare install parameters with those that the SIMs of a snapshot have now',
  body: z.strictObject({
    snapshotId: z.number().int().positive(),
    packageAID: aidHex,
    installParameters: installParameters.default(''),
    cardParameters: installParameters.default(''),
  }),
  response: z.object({
    /** The number of SIMs that are compared; `unknown` of them have no known installation of the package AID. */
    total: z.number(),
    unknown: z.number(),
    /** The numbers of SIMs with the same parameters, and with other ones. */
    same: z.number(),
    different: z.number(),
    /** The most frequent ones of the other parameters, in hex, with their numbers of SIMs. */
    values: z.array(z.object({ installParameters: z.string(), cardParameters: z.string(), count: z.number() })),
    /** The number of different values among the other parameters, the listed ones included. */
    differentValues: z.number(),
  }),
  errors: ['snapshotNotFound', 'searchTooSlow', 'tooManyRequests'],
})
