import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLanguage } from '../words/language.ts'
import css from './map.module.css'
import { MapControls } from './MapControls.tsx'
import type { MapBounds, MapProps } from './shown-map.ts'
import { type GoogleMapObject, type GoogleMaps, loadGoogleMaps, onKeyRefused } from './google-maps.ts'
import { addMarksLayer, type MarksLayer } from './google-marks.ts'

const maxZoom = 17
const padding = 48
/** At zoom 0 the world of Google has 256 pixels, so its zooms are one more than those of a view. */
const zoomsMore = 1

type Drawn = { maps: GoogleMaps; map: GoogleMapObject; layer: MarksLayer }

const boundsOf = ([west, south, east, north]: MapBounds) => ({ west, south, east, north })

/** The map of Google, with marks of the page on it. */
export function GoogleMap({ apiKey, label, whole, circles = [], onView, onUnavailable, children }: MapProps & { apiKey: string }) {
  const language = useLanguage()
  const holder = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const fail = useEffectEvent(onUnavailable)
  const load = useEffectEvent(() => loadGoogleMaps(apiKey, language))
  const report = useEffectEvent((map: GoogleMapObject) => {
    const bounds = map.getBounds()?.toJSON()
    if (bounds)
      onView?.({ bounds: [bounds.west, bounds.south, bounds.east, bounds.north], zoom: Math.max(0, (map.getZoom() ?? 0) - zoomsMore) })
  })
  const draw = useEffectEvent((maps: GoogleMaps, onReady: (drawn: Drawn) => void) => {
    const map = new maps.Map(holder.current!, {
      disableDefaultUI: true,
      clickableIcons: false,
      gestureHandling: 'greedy',
      maxZoom,
      colorScheme: getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'DARK' : 'LIGHT',
    })
    map.addListener('idle', () => report(map))
    map.fitBounds(boundsOf(whole), padding)
    addMarksLayer(maps, map, (layer) => onReady({ maps, map, layer }))
  })

  useEffect(() => {
    let gone = false
    let layer: MarksLayer | null = null
    const keep = (ready: Drawn): void => {
      ;({ layer } = ready)
      if (gone) layer.remove()
      else setDrawn(ready)
    }
    load().then(
      (maps) => !gone && draw(maps, keep),
      () => !gone && fail(),
    )
    const forget = onKeyRefused(() => fail())
    return () => {
      gone = true
      forget()
      layer?.remove()
    }
  }, [])

  useEffect(() => {
    if (!drawn) return
    const accent = getComputedStyle(document.documentElement).getPropertyValue('--sd-accent').trim()
    const look = { clickable: false, strokeColor: accent, strokeWeight: 1, fillColor: accent, fillOpacity: 0.14 }
    const made = circles.map(
      ({ longitude, latitude, metres }) =>
        new drawn.maps.Circle({ ...look, map: drawn.map, center: { lat: latitude, lng: longitude }, radius: metres }),
    )
    return () => made.forEach((circle) => circle.setMap(null))
  }, [drawn, circles])

  const zoomBy = (steps: number) => drawn?.map.setZoom((drawn.map.getZoom() ?? 0) + steps)
  return (
    <div className={css.frame} aria-busy={drawn === null} role="region" aria-label={label}>
      <div ref={holder} className={css.map} />
      {drawn && createPortal(children(drawn.layer.shown), drawn.layer.element)}
      {drawn && (
        <MapControls
          onCloser={() => zoomBy(1)}
          onFarther={() => zoomBy(-1)}
          onWhole={() => drawn.map.fitBounds(boundsOf(whole), padding)}
        />
      )}
    </div>
  )
}
