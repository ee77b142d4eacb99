import type { GeoJSONSource, LayerSpecification, MapLibreMap, StyleSpecification } from 'maplibre-gl'
import { type Circle, circlesOf } from './circles.ts'
import type { Land } from './land.ts'
import type { MapTiles } from './tiles/map-tiles.ts'
import { tileLayers } from './tiles/tile-layers.ts'

/** The data of a map: the outlines of all land, and the tiles of the installation's map file if there is one. */
export interface MapData {
  land: Land
  tiles: MapTiles | null
}

/** The colours of a map are tokens, so that the map follows the theme. */
const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

export const mapStyle = ({ land, tiles }: MapData, language: string): StyleSpecification => ({
  version: 8,
  sources: {
    land: { type: 'geojson', data: land },
    circles: { type: 'geojson', data: circlesOf([]) },
    ...(tiles && { tiles: tiles.isVector ? { type: 'vector', url: tiles.url } : { type: 'raster', url: tiles.url, tileSize: 256 } }),
  },
  layers: layersOf(tiles, language),
})

/** Land that tiles have as the background has no outlines, which are less exact. */
const isBackgroundLand = (tiles: MapTiles | null): boolean => tiles !== null && tiles.isVector && !tiles.layers.has('earth')

function layersOf(tiles: MapTiles | null, language: string): LayerSpecification[] {
  const outlines: LayerSpecification[] = isBackgroundLand(tiles)
    ? []
    : [{ id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': token('--sd-map-land'), 'fill-antialias': true } }]
  const coast: LayerSpecification[] = tiles
    ? []
    : [{ id: 'coast', type: 'line', source: 'land', paint: { 'line-color': token('--sd-map-road-2'), 'line-width': 0.8 } }]
  return [
    { id: 'water', type: 'background', paint: { 'background-color': token(isBackgroundLand(tiles) ? '--sd-map-land' : '--sd-map-water') } },
    ...outlines,
    ...coast,
    ...(tiles ? tileLayers(tiles, token, language) : []),
    { id: 'circles', type: 'fill', source: 'circles', paint: { 'fill-color': token('--sd-accent'), 'fill-opacity': 0.14 } },
    { id: 'rims', type: 'line', source: 'circles', paint: { 'line-color': token('--sd-accent'), 'line-width': 1 } },
  ]
}

/** Gives a map the colours of the present theme, and the names of places in this language. */
export function restyle(map: MapLibreMap, tiles: MapTiles | null, language: string): void {
  for (const { id, ...layer } of layersOf(tiles, language)) {
    for (const [name, value] of Object.entries(layer.paint ?? {})) map.setPaintProperty(id, name as never, value as never)
    if (layer.type === 'symbol') map.setLayoutProperty(id, 'text-field', layer.layout?.['text-field'])
  }
}

export function showCircles(map: MapLibreMap, circles: readonly Circle[]): void {
  void map.getSource<GeoJSONSource>('circles')?.setData(circlesOf(circles))
}
