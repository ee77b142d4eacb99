import { mapFilePath } from '@simdeck/contract/map-file.ts'
import { addProtocol } from 'maplibre-gl'
import { PMTiles, Protocol, TileType } from 'pmtiles'
import { textOfHtml } from './text-of-html.ts'

/** The tiles of the installation's map file. */
export interface MapTiles {
  url: string
  isVector: boolean
  /** The layers of vector tiles. */
  layers: ReadonlySet<string>
  /** The people to name on the map. */
  attribution: string
}

const protocol = new Protocol()
addProtocol('pmtiles', protocol.tile)

/** Opens the map file. Rejects if it cannot be read, or is no PMTiles file with tiles that a map can draw. */
export async function openTiles(): Promise<MapTiles> {
  const url = new URL(mapFilePath, location.href).href
  const file = new PMTiles(url)
  const { tileType } = await file.getHeader()
  const isVector = tileType === TileType.Mvt
  if (tileType === TileType.Unknown) throw new Error('a map draws no tiles of this type')
  const metadata = (await file.getMetadata()) as { vector_layers?: { id: string }[]; attribution?: string } | null
  protocol.add(file)
  return {
    url: `pmtiles://${url}`,
    isVector,
    layers: new Set(metadata?.vector_layers?.map(({ id }) => id)),
    attribution: textOfHtml(metadata?.attribution ?? ''),
  }
}
