import type { MapLibreMap } from 'maplibre-gl'
import type { ShownMap } from './shown-map.ts'

/** The layer of a map that holds the marks of the page. */
export interface MarksLayer {
  element: HTMLElement
  shown: ShownMap
}

/**
 * Adds a layer for marks to a map. While the map is moved without a change of its zoom, the layer moves as one, and its marks keep their
 * pixels in it, so that a frame takes as long for a thousand marks as for one.
 */
export function addMarksLayer(map: MapLibreMap): MarksLayer {
  const element = document.createElement('div')
  element.style.willChange = 'transform'
  map.getCanvasContainer().append(element)
  const placed = new Set<() => void>()
  let zoom = map.getZoom()
  let anchor = map.getCenter()
  let [left, top] = [0, 0]
  const begin = (): void => {
    zoom = map.getZoom()
    anchor = map.getCenter()
    const { x, y } = map.project(anchor)
    ;[left, top] = [x, y]
    element.style.transform = ''
    for (const place of placed) place()
  }
  begin()
  map.on('move', () => {
    if (map.getZoom() !== zoom) return begin()
    const { x, y } = map.project(anchor)
    element.style.transform = `translate(${x - left}px, ${y - top}px)`
  })
  map.on('resize', begin)
  const shown: ShownMap = {
    project(place) {
      const [here, middle] = [map.project(place), map.project(anchor)]
      return { x: here.x - middle.x + left, y: here.y - middle.y + top }
    },
    on: (_event, place) => placed.add(place),
    off: (_event, place) => placed.delete(place),
  }
  return { element, shown }
}
