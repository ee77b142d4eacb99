import { lowShare } from '@simdeck/contract/low-share.ts'
import { areaOf, textOfArea } from '@simdeck/contract/map-area.ts'
import type { SimCluster } from '@simdeck/contract/sim-map.ts'
import type { MapBounds, MapView } from '../ui/map/shown-map.ts'

/** The value that colours the clusters. */
export type Colour = 'connection' | 'signal'

const [smallest, largest] = [13, 30]
/** At its smallest, a square of the map has 64 pixels. */
const squarePixels = 64

/** The SIMs of a cluster that are fine, among those of which it is known. */
export const shareOf = ({ sims, on, measured, weak }: SimCluster, colour: Colour): { part: number; whole: number } =>
  colour === 'connection' ? { part: on, whole: sims } : { part: measured - weak, whole: measured }

export const isLow = (cluster: SimCluster, colour: Colour): boolean => {
  const { part, whole } = shareOf(cluster, colour)
  return whole > 0 && part / whole < lowShare
}

/** Pixels from the middle of a cluster to its rim; `most` is the number of SIMs of the largest cluster. */
export function radiusOf(sims: number, most: number): number {
  return Math.round(smallest + ((largest - smallest) * Math.log(sims)) / Math.max(Math.log(100), Math.log(most)))
}

/** The place of a cluster: the middle of its SIMs, but so far within its square that no two clusters overlap. */
export function placeOf({ longitude, latitude, area }: SimCluster, radius: number): { longitude: number; latitude: number } {
  const square = areaOf(area)
  if (!square) return { longitude, latitude }
  const inset = (value: number, from: number, to: number): number => {
    const least = ((to - from) * (radius + 1)) / squarePixels
    return Math.max(from + least, Math.min(to - least, value))
  }
  return { longitude: inset(longitude, square.west, square.east), latitude: inset(latitude, square.south, square.north) }
}

/** A number in at most four characters: `343`, `2.4k`, `13k`, `1.2M`. */
export function shortNumber(value: number): string {
  if (value < 1_000) return String(value)
  const [scaled, unit] = value < 999_500 ? [value / 1e3, 'k'] : [value / 1e6, 'M']
  return `${scaled < 9.95 ? scaled.toFixed(1) : Math.round(scaled)}${unit}`
}

const limited = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

/** A query is of whole blocks of this many squares in each direction, so that many views have the same one. */
const squaresOfBlock = 4
/** At zoom 0 the world has 8 squares in each direction. */
const blocksAtZoom0 = 8 / squaresOfBlock

/** The place of a latitude on Mercator's map, from 0 at its northern end to 1 at its southern end. */
function placeOfLatitude(latitude: number): number {
  const sine = Math.sin((limited(latitude, 85.05) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}
const latitudeOf = (place: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * place))) * 180) / Math.PI

/** The query of a view: its part of the world, a little more of it on each side, and its zoom in whole steps. */
export function queryOfView({ bounds: [west, south, east, north], zoom }: MapView) {
  const level = Math.max(0, Math.floor(zoom))
  const blocks = blocksAtZoom0 * 2 ** level
  const before = (place: number): number => Math.max(0, Math.floor(place * blocks)) / blocks
  const after = (place: number): number => Math.min(blocks, Math.ceil(place * blocks)) / blocks
  const area = {
    west: before((west + 180) / 360) * 360 - 180,
    south: limited(latitudeOf(after(placeOfLatitude(south))), 85),
    east: after((east + 180) / 360) * 360 - 180,
    north: limited(latitudeOf(before(placeOfLatitude(north))), 85),
  }
  return { view: textOfArea(area), zoom: level }
}

/** The part of an area that is also in another one, if there is another one. */
export function areaWithin(area: string, other: string | undefined): string {
  const [one, two] = [areaOf(area), areaOf(other ?? '')]
  if (!one || !two) return area
  return textOfArea({
    west: Math.max(one.west, two.west),
    south: Math.max(one.south, two.south),
    east: Math.min(one.east, two.east),
    north: Math.min(one.north, two.north),
  })
}

export const wholeWorld: MapView = { bounds: [-180, -85, 180, 85], zoom: 0 }

/** The extent of SIMs as a part of the map that is not empty. */
export function boundsOfExtent({ west, south, east, north }: { west: number; south: number; east: number; north: number }): MapBounds {
  const least = 0.02
  return [west - least, south - least, east + least, north + least]
}
