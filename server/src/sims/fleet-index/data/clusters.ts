import { connections } from '@simdeck/contract/sims.ts'
import { weakBelowDbm } from '@simdeck/contract/sim-map.ts'
import type { MapCount, MapGrid } from '../../sql/map-grid.ts'
import type { Columns } from './fields.ts'

/**
 * Finds the index of the last edge that is not above a value; -1 for a value outside of the edges. Edges of the same distance are found at
 * the first look.
 */
function edgeFinder(edges: readonly number[]): (value: number) => number {
  const sorted = Float64Array.from(edges)
  const last = sorted.length - 1
  const first = sorted[0]!
  const end = sorted[last]!
  const perDegree = last / (end - first)
  return (value) => {
    if (!(value >= first && value < end)) return -1
    let at = Math.floor((value - first) * perDegree)
    if (at > last) at = last
    while (sorted[at]! > value) at--
    while (sorted[at + 1]! <= value) at++
    return at
  }
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
  const [columnOf, rowOf] = [edgeFinder(longitudes), edgeFinder(latitudes)]
  const size = Math.max(0, width * height)
  const sims = new Uint32Array(size)
  const on = new Uint32Array(size)
  const measured = new Uint32Array(size)
  const weak = new Uint32Array(size)
  const eastSums = new Float64Array(size)
  const northSums = new Float64Array(size)
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
    const column = columnOf(longitude)
    if (column < 0) continue
    const row = rowOf(latitude)
    if (row < 0) continue
    const square = row * width + column
    sims[square]!++
    eastSums[square]! += longitude
    northSums[square]! += latitude
    on[square]! += isOn[codes[slot]!]!
    if (signal.isBlank(slot)) continue
    measured[square]!++
    if (signalValues[slot]! < weakBelowDbm) weak[square]!++
  }
  const squares = Array.from(sims.keys())
    .filter((square) => sims[square]! > 0)
    .map((square) => ({
      column: square % width,
      row: Math.floor(square / width),
      sims: sims[square]!,
      on: on[square]!,
      measured: measured[square]!,
      weak: weak[square]!,
      longitudes: eastSums[square]!,
      latitudes: northSums[square]!,
    }))
  return { squares, total: slots.length, located, extent: located > 0 ? { west, south, east, north } : null }
}
