import type { ShownMap } from './shown-map.ts'
import type { GoogleMapObject, GoogleMaps } from './google-maps.ts'

/** The layer of a Google map that holds the marks of the page. */
export interface MarksLayer {
  element: HTMLElement
  shown: ShownMap
  remove: () => void
}

/** Adds a layer for marks to a map; `onReady` gets it as soon as places have pixels. */
export function addMarksLayer(maps: GoogleMaps, map: GoogleMapObject, onReady: (layer: MarksLayer) => void): void {
  const overlay = new maps.OverlayView()
  const element = document.createElement('div')
  const moved = new Set<() => void>()
  let isReady = false
  const shown: ShownMap = {
    project: ([lng, lat]) => overlay.getProjection().fromLatLngToDivPixel({ lat, lng }) ?? { x: 0, y: 0 },
    on: (_event, place) => moved.add(place),
    off: (_event, place) => moved.delete(place),
  }
  overlay.onAdd = () => {
    // A click on a mark is not one on the map below it.
    maps.OverlayView.preventMapHitsAndGesturesFrom(element)
    overlay.getPanes()?.overlayMouseTarget.append(element)
  }
  // Google moves the layer with the map, and asks to draw it when its pixels begin elsewhere.
  overlay.draw = () => {
    if (!isReady) onReady({ element, shown, remove: () => overlay.setMap(null) })
    isReady = true
    for (const place of moved) place()
  }
  overlay.onRemove = () => element.remove()
  overlay.setMap(map)
}
