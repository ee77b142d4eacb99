import { z } from 'zod'
import { areaPattern } from './area-pattern.ts'

/** A part of the map, in degrees. */
export type MapArea = { west: number; south: number; east: number; north: number }

/** The value of the filter `area` that finds SIMs whose position is not known. */
export const unknownArea = 'unknown'

const limited = (degrees: number, limit: number): number => Math.max(-limit, Math.min(limit, degrees))

/**
 * The area of a text such as `139.5,35.4,140,36` (west, south, east, north), within the world and with its edges in order; null for another
 * text.
 */
export function areaOf(text: string): MapArea | null {
  if (text === unknownArea || !areaPattern.test(text)) return null
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number)
  const [one, other] = [limited(west, 180), limited(east, 180)]
  const [lower, upper] = [limited(south, 90), limited(north, 90)]
  return { west: Math.min(one, other), south: Math.min(lower, upper), east: Math.max(one, other), north: Math.max(lower, upper) }
}

export const textOfArea = ({ west, south, east, north }: MapArea): string =>
  [west, south, east, north].map((degrees) => String(Math.round(degrees * 1e6) / 1e6)).join()

const world: MapArea = { west: -180, south: -90, east: 180, north: 90 }

export const areaText = z
  .string()
  .regex(areaPattern)
  .transform((text): MapArea => areaOf(text) ?? world)

/** A part of the map, or `unknownArea`. */
export const areaFilter = z
  .string()
  .regex(areaPattern)
  .transform((text): MapArea | typeof unknownArea => areaOf(text) ?? unknownArea)
