import { connections } from '@simdeck/contract/sims.ts'
import { weakBelowDbm } from '@simdeck/contract/sim-map.ts'
import type { MapCount, MapGrid, SquareCount } from '../../sql/map-grid.ts'
import type { Columns } from './fields.ts'

/** The edges of the squares in one direction, with the first edge to look at for each of many equal parts of their extent. */
type Edges = { edges: Float64Array; first: number; end: number; perDegree: number; starts: Uint16Array }

const parts = 2_048
/** Places of the counts of a square in the array of all counts. */
const [sims, on, longitudeSum, latitudeSum, levels, counts] = [0, 1, 2, 3, 4, 7]
/** Levels of a signal. */
const [unmeasured, weak, fine] = [0, 1, 2]

function edgesOf(degrees: readonly number[]): Edges {
  const edges = Float64Array.from(degrees)
  const first = edges[0]!
  const end = edges.at(-1)!
  const starts = new Uint16Array(parts)
  for (let part = 0, at = 0; part < parts; part++) {
    const start = first + (part / parts) * (end - first)
    while (at < edges.length - 2 && edges[at + 1]! <= start) at++
    // One less for parts whose start is rounded.
    starts[part] = Math.max(0, at - 1)
  }
  return { edges, first, end, perDegree: parts / (end - first), starts }
}

/** The index of the last edge that is not above a value between the first edge and the last one. */
function squareAt({ edges, first, perDegree, starts }: Edges, value: number): number {
  let at = starts[Math.min(parts - 1, ((value - first) * perDegree) | 0)]!
  while (edges[at + 1]! <= value) at++
  return at
}

/** The level of each RSRP in a column of 16 bits, whose least number means blank. */
function levelsOf16Bits(): Uint8Array {
  const levelOf = new Uint8Array(2 ** 16)
  for (let dbm = -(2 ** 15) + 1; dbm < 2 ** 15; dbm++) levelOf[dbm & 0xffff] = dbm < weakBelowDbm ? weak : fine
  return levelOf
}

/** Counts the slots of SIMs by the squares of a map, in one pass over arrays of numbers. */
export function squaresOf(columns: Columns, slots: Uint32Array, { longitudes, latitudes }: MapGrid): MapCount {
  const [width, height] = [longitudes.length - 1, latitudes.length - 1]
  const [eastward, northward, signal] = [columns.numbers('longitude'), columns.numbers('latitude'), columns.numbers('rsrp')]
  const [eastValues, northValues, signalValues] = [eastward.values, northward.values, signal.values]
  // A blank among numbers of eight octets is NaN, which is found faster.
  const isFloat = eastValues instanceof Float64Array && northValues instanceof Float64Array
  const connection = columns.coded('connection')
  const isOn = connection.codesOf((value) => value !== null && value !== connections.offline)
  const { codes } = connection
  const [columnEdges, rowEdges] = [edgesOf(longitudes), edgesOf(latitudes)]
  const levelOf = (slot: number): number => (signal.isBlank(slot) ? unmeasured : signalValues[slot]! < weakBelowDbm ? weak : fine)
  const levelOfValue = signalValues instanceof Int16Array ? levelsOf16Bits() : null
  // The counts of a square are side by side, where the processor reads them at once.
  const tally = new Float64Array(Math.max(0, width * height) * counts)
  let located = 0
  let west = Infinity
  let south = Infinity
  let east = -Infinity
  let north = -Infinity
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    const longitude = eastValues[slot]!
    const latitude = northValues[slot]!
    if (isFloat ? Number.isNaN(longitude + latitude) : eastward.isBlank(slot) || northward.isBlank(slot)) continue
    located++
    if (longitude < west) west = longitude
    if (longitude > east) east = longitude
    if (latitude < south) south = latitude
    if (latitude > north) north = latitude
    if (!(longitude >= columnEdges.first && longitude < columnEdges.end)) continue
    if (!(latitude >= rowEdges.first && latitude < rowEdges.end)) continue
    const square = (squareAt(rowEdges, latitude) * width + squareAt(columnEdges, longitude)) * counts
    tally[square + sims]!++
    tally[square + longitudeSum]! += longitude
    tally[square + latitudeSum]! += latitude
    tally[square + on]! += isOn[codes[slot]!]!
    // A table is read faster than conditions are met that are true for one SIM and false for the next.
    tally[square + levels + (levelOfValue ? levelOfValue[signalValues[slot]! & 0xffff]! : levelOf(slot))]!++
  }
  const squares: SquareCount[] = []
  for (let square = 0; square < width * height; square++) {
    const [count = 0, ofOn = 0, ofLongitudes = 0, ofLatitudes = 0, , ofWeak = 0, ofFine = 0] = tally.subarray(
      square * counts,
      (square + 1) * counts,
    )
    if (count === 0) continue
    squares.push({
      column: square % width,
      row: Math.floor(square / width),
      sims: count,
      on: ofOn,
      measured: ofWeak + ofFine,
      weak: ofWeak,
      longitudes: ofLongitudes,
      latitudes: ofLatitudes,
    })
  }
  return { squares, total: slots.length, located, extent: located > 0 ? { west, south, east, north } : null }
}
