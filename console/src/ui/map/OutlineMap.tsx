import { MapLibreMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLanguage } from '../words/language.ts'
import { useText } from '../words/text.ts'
import { loadMap } from './load-map.ts'
import { type MapData, mapStyle, restyle, showCircles } from './map-style.ts'
import { mapText } from './map-text.ts'
import { MapControls } from './MapControls.tsx'
import { MapScale } from './MapScale.tsx'
import { addMarksLayer, type MarksLayer } from './marks-layer.ts'
import css from './map.module.css'
import './maplibre.css'
import type { MapBounds, MapProps } from './shown-map.ts'

// A worker of the server's own address needs no exception of the content security policy.
setWorkerUrl(workerUrl)

const maxZoom = 16
/** The legend and the scale are at the lower end of a map, where they would cover marks. */
const padding = { top: 48, right: 48, bottom: 96, left: 48 }
/** Farther in, no coast is in sight to tell the place by; tiles have streets as well. */
const aroundOf = (data: MapData | null) => ({ padding, maxZoom: data?.tiles ? 14 : 9 })

/** A map of the outlines of all land, or of the tiles of the installation's map file, drawn by WebGL, with marks of the page on it. */
export function OutlineMap({ label, whole, circles = [], onView, onUnavailable, children }: MapProps) {
  const t = useText(mapText)
  const language = useLanguage()
  const holder = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<(MarksLayer & { map: MapLibreMap }) | null>(null)
  const map = drawn?.map ?? null
  const [data, setData] = useState<MapData | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const [isDrawn, setIsDrawn] = useState(false)
  const report = useEffectEvent((shown: MapLibreMap) => {
    const bounds = shown.getBounds()
    onView?.({ bounds: bounds.toArray().flat() as MapBounds, zoom: shown.getZoom() })
  })
  const fail = useEffectEvent(onUnavailable)
  const paint = useEffectEvent((shown: MapLibreMap) => {
    if (shown.getLayer('water')) restyle(shown, data?.tiles ?? null, language)
  })
  const begin = useEffectEvent((container: HTMLDivElement, loaded: MapData): MapLibreMap | null => {
    try {
      const shown = new MapLibreMap({
        container,
        style: mapStyle(loaded, language),
        bounds: whole,
        fitBoundsOptions: aroundOf(loaded),
        maxZoom,
        attributionControl: false,
        renderWorldCopies: false,
        dragRotate: false,
        touchPitch: false,
        pitchWithRotate: false,
        fadeDuration: 0,
        locale: { 'Map.Title': label },
      })
      shown.touchZoomRotate.disableRotation()
      shown.keyboard.disableRotation()
      return shown
    } catch {
      return null
    }
  })

  useEffect(() => {
    let made: MapLibreMap | null = null
    let gone = false
    const themes = new MutationObserver(() => made && paint(made))
    void loadMap().then(
      (loaded) => {
        if (gone || !holder.current) return
        setData(loaded)
        setUnreadable(loaded.isUnreadable)
        made = begin(holder.current, loaded)
        if (!made) return fail()
        const shown = made
        shown.on('moveend', () => report(shown))
        shown.on('error', (event) => 'sourceId' in event && event.sourceId === 'tiles' && setUnreadable(true))
        shown.once('load', () => setIsDrawn(true))
        // Marks need not wait for tiles.
        shown.once('style.load', () => {
          setDrawn({ map: shown, ...addMarksLayer(shown) })
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
      setDrawn(null)
      setIsDrawn(false)
    }
  }, [])

  useEffect(() => {
    if (map) showCircles(map, circles)
  }, [map, circles])

  useEffect(() => {
    if (map) paint(map)
  }, [map, language])

  useEffect(() => {
    map?.getCanvas().setAttribute('aria-label', label)
  }, [map, label])

  return (
    <div className={css.frame} aria-busy={!isDrawn}>
      <div ref={holder} className={css.map} />
      {drawn && createPortal(children(drawn.shown), drawn.element)}
      {map && <MapScale map={map} />}
      {map && (
        <MapControls onCloser={() => map.zoomIn()} onFarther={() => map.zoomOut()} onWhole={() => map.fitBounds(whole, aroundOf(data))} />
      )}
      {isUnreadable && (
        <p className={css.note} role="status">
          {t.unreadable}
        </p>
      )}
      {data?.tiles && <p className={css.attribution}>{data.tiles.attribution}</p>}
    </div>
  )
}
