import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The number of base stations of which each SIM keeps a record, the greatest value of the setting of how many are shown. */
export const maxLocations = 10

/** A base station from which a SIM polled. */
export const simLocation = z.object({
  /** Access technology (ETSI TS 102 223 §8.61): 0 GSM, 3 UTRAN, 8 E-UTRAN, 10 NG-RAN; null if the SIM reported none. */
  radio: z.number().nullable(),
  mcc: z.string(),
  mnc: z.string(),
  /** Location area code, or tracking area code. */
  lac: z.number(),
  cellId: z.number(),
  /** The first poll from this base station. */
  since: z.string(),
  /** The last poll from it; null for the present one. */
  until: z.string().nullable(),
  /** Its position in degrees; null if it is not among the cell towers. */
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** The distance in metres within which the SIM is. */
  accuracy: z.number().nullable(),
  /** The tower of the cell itself, the middle of the cells of its LTE base station, or that of its area. */
  source: z.enum(['cell', 'site', 'area']).nullable(),
})
export type SimLocation = z.infer<typeof simLocation>

export const listSimLocations = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/locations',
  needs: 'signedIn',
  summary: 'The last base stations of a SIM, newest first, as many as the setting tells',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  response: z.array(simLocation),
  errors: ['simNotFound'],
})
