import landUrl from 'world-atlas/land-50m.json?url'

/** A topology with quantised arcs (TopoJSON 1.0), as `world-atlas` has it. */
interface Topology {
  transform: { scale: [number, number]; translate: [number, number] }
  arcs: [number, number][][]
  /** The numbers of the arcs of each ring of each polygon. */
  objects: { land: { geometries: { arcs: number[][][] }[] } }
}
/** The polygons of all land, as GeoJSON. */
export interface Land {
  type: 'Feature'
  properties: Record<string, never>
  geometry: { type: 'MultiPolygon'; coordinates: number[][][][] }
}

let loading: Promise<Land> | null = null

/** The outlines of all land. They are loaded once, with the first map. */
export function loadLand(): Promise<Land> {
  loading ??= fetch(landUrl)
    .then((answer) => answer.json() as Promise<Topology>)
    .then(landOf)
  loading.catch(() => (loading = null))
  return loading
}

/** The polygons of a topology in degrees. */
export function landOf({ transform: { scale, translate }, arcs, objects }: Topology): Land {
  const decoded = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]) => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })
  // The number of a reversed arc is its complement.
  const pointsOf = (arc: number) => (arc < 0 ? decoded[~arc]!.toReversed() : decoded[arc]!)
  // An arc begins at the end of the one before it.
  const ringOf = (ring: readonly number[]) => ring.flatMap((arc, at) => pointsOf(arc).slice(at === 0 ? 0 : 1))
  const coordinates = objects.land.geometries.flatMap(({ arcs: polygons }) => polygons.map((polygon) => polygon.map(ringOf)))
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } }
}
