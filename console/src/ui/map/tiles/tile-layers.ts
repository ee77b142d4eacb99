import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { MapTiles } from './map-tiles.ts'

type Token = (name: string) => string
type LayerOf<Type> = Extract<LayerSpecification, { type: Type }>
/** A part of a map as the vector tiles have it: the name of its layer, and the features of it that are drawn. */
type Part = { layer: string; filter?: FilterSpecification; minzoom?: number }

const kinds = (property: string, ...values: string[]): FilterSpecification => ['in', ['get', property], ['literal', values]]
const byZoom = (...stops: number[]): ExpressionSpecification => ['interpolate', ['exponential', 1.6], ['zoom'], ...stops] as never

const areas: readonly (Part & { colour: string })[] = [
  { layer: 'earth', colour: '--sd-map-land' },
  { layer: 'landuse', filter: kinds('kind', 'park', 'forest', 'wood', 'grass', 'nature_reserve', 'cemetery'), colour: '--sd-map-park' },
  { layer: 'landcover', filter: kinds('class', 'wood', 'grass'), colour: '--sd-map-park' },
  { layer: 'park', colour: '--sd-map-park' },
  { layer: 'water', filter: ['==', ['geometry-type'], 'Polygon'], colour: '--sd-map-water' },
  { layer: 'buildings', minzoom: 14, colour: '--sd-map-block' },
  { layer: 'building', minzoom: 14, colour: '--sd-map-block' },
]

const rivers: readonly Part[] = [
  { layer: 'water', filter: ['==', ['geometry-type'], 'LineString'], minzoom: 9 },
  { layer: 'waterway', minzoom: 9 },
]
const streets: readonly Part[] = [
  { layer: 'roads', filter: ['!', kinds('kind', 'rail', 'ferry', 'highway', 'major_road')] as never, minzoom: 11 },
  { layer: 'transportation', filter: kinds('class', 'secondary', 'tertiary', 'minor', 'service'), minzoom: 11 },
]
const mainRoads: readonly Part[] = [
  { layer: 'roads', filter: kinds('kind', 'highway', 'major_road'), minzoom: 6 },
  { layer: 'transportation', filter: kinds('class', 'motorway', 'trunk', 'primary'), minzoom: 6 },
]
const borders: readonly Part[] = [{ layer: 'boundaries' }, { layer: 'boundary', filter: ['<=', ['get', 'admin_level'], 4] }]
const places: readonly Part[] = [{ layer: 'places' }, { layer: 'place' }]

/**
 * The layers of a map drawn from these tiles, the lowest first. Vector tiles may have the layers of Protomaps' basemaps, or those of
 * OpenMapTiles.
 */
export function tileLayers(tiles: MapTiles, token: Token, language: string): LayerSpecification[] {
  if (!tiles.isVector) return [{ id: 'tiles', type: 'raster', source: 'tiles' }]
  const lines = (name: string, parts: readonly Part[], paint: LayerOf<'line'>['paint']) =>
    parts.map((part): LayerOf<'line'> => ({ ...layerOf(name, part), type: 'line', ...(paint && { paint }) }))
  const all: LayerSpecification[] = [
    ...areas.map(({ colour, ...part }, at): LayerOf<'fill'> => ({
      ...layerOf(`area-${at}`, part),
      type: 'fill',
      paint: { 'fill-color': token(colour) },
    })),
    ...lines('river', rivers, { 'line-color': token('--sd-map-water'), 'line-width': byZoom(9, 0.6, 16, 4) }),
    ...lines('street', streets, { 'line-color': token('--sd-map-road'), 'line-width': byZoom(11, 0.5, 16, 8) }),
    ...lines('road', mainRoads, { 'line-color': token('--sd-map-road-2'), 'line-width': byZoom(6, 0.5, 16, 10) }),
    ...lines('border', borders, { 'line-color': token('--sd-map-label'), 'line-width': 0.6, 'line-dasharray': [3, 2] }),
    ...places.map((part): LayerOf<'symbol'> => ({
      ...layerOf('place', part),
      type: 'symbol',
      layout: {
        'text-field': ['coalesce', ['get', `name:${language}`], ['get', 'name']],
        'text-size': byZoom(3, 11, 14, 15),
        'text-max-width': 8,
      },
      paint: { 'text-color': token('--sd-map-label'), 'text-halo-color': token('--sd-map-land'), 'text-halo-width': 1.2 },
    })),
  ]
  return all.filter((layer) => 'source-layer' in layer && tiles.layers.has(layer['source-layer']!))
}

const layerOf = (name: string, { layer, filter, minzoom }: Part) => ({
  id: `${name}-${layer}`,
  source: 'tiles',
  'source-layer': layer,
  ...(filter && { filter }),
  ...(minzoom !== undefined && { minzoom }),
})
