import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { areaText } from './map-area.ts'
import { simFilterShape } from './sims.ts'

/** A SIM with a weaker RSRP, in dBm, counts as weak on the map (specification §4: very weak, or unusable). */
export const weakBelowDbm = -100
export const maxMapZoom = 16

const degrees = z.number()
const area = z.object({ west: degrees, south: degrees, east: degrees, north: degrees })

/** The SIMs in a part of the map. */
export const simCluster = z.object({
  /** The middle of the SIMs. */
  longitude: degrees,
  latitude: degrees,
  sims: z.number(),
  /** SIMs with a connection, or with an open OTA session. */
  on: z.number(),
  /** SIMs with a value of RSRP, and those of them whose value is weak. */
  measured: z.number(),
  weak: z.number(),
  /** The part of the map, in the form of the filter `area`. */
  area: z.string(),
})
export type SimCluster = z.infer<typeof simCluster>

export const simMap = z.object({
  clusters: z.array(simCluster),
  /** All SIMs that match, and those of them whose position is known. */
  total: z.number(),
  located: z.number(),
  /** A part of the world with all SIMs that match, which may be a little larger than necessary; null if no position is known. */
  extent: area.nullable(),
})
export type SimMap = z.infer<typeof simMap>

export const getSimMap = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/map',
  needs: 'signedIn',
  summary: 'The SIMs in a part of the map, counted by squares of the map',
  query: z.strictObject({
    ...simFilterShape,
    selection: z.coerce.number().int().positive().optional(),
    /** The shown part of the map: west, south, east and north in degrees. */
    view: areaText,
    zoom: z.coerce.number().int().min(0).max(maxMapZoom),
  }),
  response: simMap,
  errors: ['searchTooSlow', 'tooManyRequests'],
})
