import type { ReactNode } from 'react'
import type { Circle } from './circles.ts'

/** West, south, east and north in degrees. */
export type MapBounds = [number, number, number, number]
export interface MapView {
  bounds: MapBounds
  /** At zoom 0 the world has 512 pixels. */
  zoom: number
}

/** A map that is drawn, as the marks on it see it. */
export interface ShownMap {
  /** The pixels of a place: longitude and latitude. */
  project: (place: [number, number]) => { x: number; y: number }
  /** Calls `place` when the pixels of places change. */
  on: (event: 'move', place: () => void) => unknown
  off: (event: 'move', place: () => void) => unknown
}

export interface MapProps {
  label: string
  /** The part of the world that is shown at first, and with the button for everything. */
  whole: MapBounds
  circles?: readonly Circle[]
  onView?: (view: MapView) => void
  /** The browser cannot draw the map. */
  onUnavailable: () => void
  /** Marks on the map. */
  children: (map: ShownMap) => ReactNode
}
