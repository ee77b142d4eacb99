import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { textOfArea } from '@simdeck/contract/map-area.ts'
import { maxMapZoom } from '@simdeck/contract/sim-map.ts'
import { Random } from '@simdeck/simulator/random.ts'
import type { Bench } from '../bench.ts'
import { percentile } from '../report.ts'

type MapQuery = QueryIn<typeof endpoints.getSimMap>
type Place = { longitude: number; latitude: number }

const goalMs = 50
const viewsPerZoom = 60
const places = 2_000
/** The part of a console's window of 1440 × 900 that the map takes. */
const [width, height] = [1390, 640]
/** At zoom 0 the world has this many pixels. */
const worldPixels = 512

/** Filters of a third of the views, with common and rare values. */
const filters: Record<string, Omit<MapQuery, 'view' | 'zoom'>> = {
  none: {},
  'one status': { status: 'ACTIVATED' },
  'part of a number': { search: '44' },
  'off, not suspended': { connection: 'off', status: 'SUSPENDED', not: 'status' },
}

/** Requests the map of all SIMs with random views around SIMs at every zoom, as a console does when its map is moved. */
export async function benchTiles(bench: Bench): Promise<void> {
  const random = new Random(String(bench.flags.seed))
  const known = await bench.query<Place>(
    'select longitude, latitude from sim_contacts where longitude is not null order by hashint8(sim_id) limit $1',
    [places],
  )
  if (known.length === 0) throw new Error('the position of no SIM is known')
  const rows: (string | number)[][] = []
  const all: number[] = []
  const measured = async (name: string | number, queries: readonly MapQuery[]) => {
    const times: number[] = []
    const clusters: number[] = []
    for (const query of queries) {
      await bench.accessToken()
      const startedAt = performance.now()
      const answer = await bench.call(endpoints.getSimMap, { query })
      times.push(performance.now() - startedAt)
      clusters.push(answer.clusters.length)
    }
    const spread = [0.5, 0.95, 0.99, 1].map((share) => percentile(times, share).toFixed(1))
    rows.push([name, times.length, ...spread, Math.max(...clusters)])
    return times
  }
  const viewAt = (zoom: number) => viewOf(known[random.between(0, known.length - 1)]!, zoom)
  // The first answers of a server, whose code is not compiled yet, are apart.
  await measured(
    'the first 20',
    Array.from({ length: 20 }, (_, at) => ({ view: viewAt(at % 10), zoom: at % 10 })),
  )
  for (let zoom = 0; zoom <= maxMapZoom; zoom++)
    all.push(
      ...(await measured(
        `zoom ${zoom}`,
        Array.from({ length: viewsPerZoom }, () => ({ view: viewAt(zoom), zoom })),
      )),
    )
  for (const [name, filter] of Object.entries(filters)) {
    const queries = Array.from({ length: viewsPerZoom }, (_, at) => ({ ...filter, view: viewAt(at % 12), zoom: at % 12 }))
    all.push(...(await measured(`filter: ${name}`, queries)))
  }
  bench.report(
    `Map of ${bench.sims} SIMs through HTTP`,
    ['views', 'number', 'p50, ms', 'p95, ms', 'p99, ms', 'slowest, ms', 'most clusters'],
    rows,
  )
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(all, share).toFixed(1))
  bench.note(`all ${all.length} views: p50 ${p50} ms, p95 ${p95} ms (goal: ${goalMs} ms), p99 ${p99} ms`)
}

/** The view of a window around a place. */
function viewOf({ longitude, latitude }: Place, zoom: number): string {
  const degrees = 360 / (worldPixels * 2 ** zoom)
  const [across, up] = [(width * degrees) / 2, (height * degrees * Math.cos((latitude * Math.PI) / 180)) / 2]
  return textOfArea({
    west: Math.max(-180, longitude - across),
    south: Math.max(-85, latitude - up),
    east: Math.min(180, longitude + across),
    north: Math.min(85, latitude + up),
  })
}
