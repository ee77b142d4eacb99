import { type GeoJSONSource, MapLibreMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { circlesOf } from './circles.ts'
import { loadLand } from './land.ts'
import { mapStyle, recolour } from './map-style.ts'
import { MapControls } from './MapControls.tsx'
import css from './map.module.css'
import './maplibre.css'
import type { MapBounds, MapProps } from './shown-map.ts'

// A worker of the server's own address needs no exception of the content security policy.
setWorkerUrl(workerUrl)

const maxZoom = 16
/** Farther in, no coast is in sight to tell the place by. */
const around = { padding: 48, maxZoom: 9 }

/** A map of the outlines of all land, drawn by WebGL, with marks of the page on it. */
export function OutlineMap({ label, whole, circles = [], onView, onUnavailable, children }: MapProps) {
  const holder = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibreMap | null>(null)
  const report = useEffectEvent((shown: MapLibreMap) => {
    const bounds = shown.getBounds()
    onView?.({ bounds: bounds.toArray().flat() as MapBounds, zoom: shown.getZoom() })
  })
  const fail = useEffectEvent(onUnavailable)
  const begin = useEffectEvent((container: HTMLDivElement, land: Awaited<ReturnType<typeof loadLand>>): MapLibreMap | null => {
    try {
      return new MapLibreMap({
        container,
        style: mapStyle(land),
        bounds: whole,
        fitBoundsOptions: around,
        maxZoom,
        attributionControl: false,
        renderWorldCopies: false,
        dragRotate: false,
        touchPitch: false,
        pitchWithRotate: false,
        fadeDuration: 0,
        locale: { 'Map.Title': label },
      })
    } catch {
      return null
    }
  })

  useEffect(() => {
    let made: MapLibreMap | null = null
    let gone = false
    const themes = new MutationObserver(() => made?.isStyleLoaded() && recolour(made))
    void loadLand().then(
      (land) => {
        if (gone || !holder.current) return
        made = begin(holder.current, land)
        if (!made) return fail()
        const shown = made
        shown.touchZoomRotate.disableRotation()
        shown.keyboard.disableRotation()
        shown.on('moveend', () => report(shown))
        shown.once('load', () => {
          setMap(shown)
          report(shown)
        })
        themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] })
      },
      () => !gone && fail(),
    )
    return () => {
      gone = true
      themes.disconnect()
      made?.remove()
      setMap(null)
    }
  }, [])

  useEffect(() => {
    void map?.getSource<GeoJSONSource>('circles')?.setData(circlesOf(circles))
  }, [map, circles])

  return (
    <div className={css.frame} aria-busy={map === null}>
      <div ref={holder} className={css.map} />
      {map && createPortal(children(map), map.getCanvasContainer())}
      {map && <MapControls onCloser={() => map.zoomIn()} onFarther={() => map.zoomOut()} onWhole={() => map.fitBounds(whole, around)} />}
    </div>
  )
}
