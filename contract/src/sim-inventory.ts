import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { packageKeySchema } from './packages.ts'

/**
 * Relation of an entry to the records. `both`: on the card and recorded; `otherVersion`: on the card in another version; `cardOnly`: not
 * recorded; `recordOnly`: recorded, and not listed by the card; `platform`: part of the card itself.
 */
export const inventoryStandings = ['both', 'otherVersion', 'cardOnly', 'recordOnly', 'platform'] as const
export type InventoryStanding = (typeof inventoryStandings)[number]

const standing = z.enum(inventoryStandings)

export const inventoryEntry = z.object({
  /** Load file with its modules, or application. */
  kind: z.enum(['loadFile', 'application']),
  aid: z.string(),
  standing,
  /** The package recorded under the AID. */
  package: packageKeySchema.extend({ name: z.string() }).nullable(),
  /** The version of a load file, as the card reports it; null if the card reports none. */
  version: z.string().nullable(),
  /** The life cycle state, two hex digits; null if the card does not report the entry. */
  state: z.string().nullable(),
  /** The AIDs of the modules of a load file. */
  modules: z.array(z.string()),
  /** The load file that an application was made from; null if the card does not report it. */
  loadFileAID: z.string().nullable(),
})
export type InventoryEntry = z.infer<typeof inventoryEntry>

export const simInventory = z.object({
  /** Time of the card's answer. */
  readAt: z.string(),
  /** An OTA has changed the card since. */
  changedSince: z.boolean(),
  entries: z.array(inventoryEntry),
})
export type SimInventory = z.infer<typeof simInventory>

export const getSimInventory = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/inventory',
  needs: 'signedIn',
  summary: 'The last content list of a SIM’s card, compared with the record; null if it was never read',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  response: simInventory.nullable(),
  errors: ['simNotFound'],
})
