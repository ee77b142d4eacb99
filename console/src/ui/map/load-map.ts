import { mapFilePath } from '@simdeck/contract/map-file.ts'
import { loadLand } from './land.ts'
import type { MapData } from './map-style.ts'
import type { MapTiles } from './tiles/map-tiles.ts'

let loading: Promise<MapTiles | null> | null = null

/** The tiles of the installation's map file; null if none is configured. Rejects if the file cannot be read. */
async function loadTiles(): Promise<MapTiles | null> {
  const { status } = await fetch(mapFilePath, { method: 'HEAD' })
  if (status === 204) return null
  if (status !== 200) throw new Error(`the map file was answered with ${status}`)
  const { openTiles } = await import('./tiles/map-tiles.ts')
  return openTiles()
}

/** Loads what a map is drawn from. `isUnreadable` is true if there is a map file that cannot be read. Rejects without outlines. */
export async function loadMap(): Promise<MapData & { isUnreadable: boolean }> {
  loading ??= loadTiles()
  // A file that cannot be read is tried again for the next map.
  loading.catch(() => (loading = null))
  const [land, tiles] = await Promise.all([loadLand(), loading.catch(() => 'unreadable' as const)])
  return { land, tiles: tiles === 'unreadable' ? null : tiles, isUnreadable: tiles === 'unreadable' }
}
