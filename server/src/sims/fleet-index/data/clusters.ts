import { connections } from '@simdeck/contract/sims.ts'
import { weakBelowDbm } from '@simdeck/contract/sim-map.ts'
import type { MapCount, MapGrid } from '../../sql/map-grid.ts'
import type { Columns } from './fields.ts'

/** The index of the last edge that is not above a value; -1 if all are. Edges of the same distance are found at the first look. */
function edgeBelow(edges: readonly number[], value: number): number {
  const last = edges.length - 1
  const [first, end] = [edges[0]!, edges[last]!]
  if (!(value >= first && value < end)) return value >= end ? last : -1
  let at = Math.min(last, Math.floor(((value - first) / (end - first)) * last))
  while (edges[at]! > value) at--
  while (edges[at + 1]! <= value) at++
  return at
}

/** Counts the slots of SIMs by the squares of a map. */
export function squaresOf(columns: Columns, slots: Uint32Array, { longitudes, latitudes }: MapGrid): MapCount {
  const [width, height] = [longitudes.length - 1, latitudes.length - 1]
  const [eastward, northward, signal] = [columns.numbers('longitude'), columns.numbers('latitude'), columns.numbers('rsrp')]
  const connection = columns.coded('connection')
  const isOn = connection.codesOf((value) => value !== null && value !== connections.offline)
  const { codes } = connection
  const counts = ['sims', 'on', 'measured', 'weak', 'longitudes', 'latitudes'] as const
  const sums = Object.fromEntries(counts.map((name) => [name, new Float64Array(Math.max(0, width * height))])) as {
    [Name in (typeof counts)[number]]: Float64Array
  }
  let located = 0
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!
    const longitude = eastward.values[slot]!
    const latitude = northward.values[slot]!
    if (eastward.isBlank(slot) || northward.isBlank(slot)) continue
    located++
    if (longitude < west) west = longitude
    if (longitude > east) east = longitude
    if (latitude < south) south = latitude
    if (latitude > north) north = latitude
    const column = edgeBelow(longitudes, longitude)
    const row = edgeBelow(latitudes, latitude)
    if (column < 0 || column >= width || row < 0 || row >= height) continue
    const square = row * width + column
    sums.sims[square]!++
    sums.longitudes[square]! += longitude
    sums.latitudes[square]! += latitude
    if (isOn[codes[slot]!] === 1) sums.on[square]!++
    if (signal.isBlank(slot)) continue
    sums.measured[square]!++
    if (signal.values[slot]! < weakBelowDbm) sums.weak[square]!++
  }
  const squares = Array.from({ length: sums.sims.length }, (_, square) => square)
    .filter((square) => sums.sims[square]! > 0)
    .map((square) => ({
      column: square % width,
      row: Math.floor(square / width),
      sims: sums.sims[square]!,
      on: sums.on[square]!,
      measured: sums.measured[square]!,
      weak: sums.weak[square]!,
      longitudes: sums.longitudes[square]!,
      latitudes: sums.latitudes[square]!,
    }))
  return { squares, total: slots.length, located, extent: located > 0 ? { west, south, east, north } : null }
}
