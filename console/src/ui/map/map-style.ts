import type { MapLibreMap, StyleSpecification } from 'maplibre-gl'
import type { Land } from './land.ts'

/** The colours of a map are tokens, so that the map follows the theme. */
const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

export const mapStyle = (land: Land): StyleSpecification => ({
  version: 8,
  sources: {
    land: { type: 'geojson', data: land },
    circles: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
  },
  layers: [
    { id: 'water', type: 'background', paint: { 'background-color': token('--sd-map-water') } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': token('--sd-map-land'), 'fill-antialias': true } },
    { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': token('--sd-map-road-2'), 'line-width': 0.8 } },
    { id: 'circles', type: 'fill', source: 'circles', paint: { 'fill-color': token('--sd-accent'), 'fill-opacity': 0.14 } },
    { id: 'rims', type: 'line', source: 'circles', paint: { 'line-color': token('--sd-accent'), 'line-width': 1 } },
  ],
})

/** Gives a map the colours of the present theme. */
export function recolour(map: MapLibreMap): void {
  map.setPaintProperty('water', 'background-color', token('--sd-map-water'))
  map.setPaintProperty('land', 'fill-color', token('--sd-map-land'))
  map.setPaintProperty('coast', 'line-color', token('--sd-map-road-2'))
  map.setPaintProperty('circles', 'fill-color', token('--sd-accent'))
  map.setPaintProperty('rims', 'line-color', token('--sd-accent'))
}
