import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { type GeoJSONSource, MapLibreMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../form/Button.tsx'
import { defineText, useText } from '../words/text.ts'
import { type Circle, circlesOf } from './circles.ts'
import { loadLand } from './land.ts'
import { mapStyle, recolour } from './map-style.ts'
import css from './map.module.css'
import './maplibre.css'

// A worker of the server's own address needs no exception of the content security policy.
setWorkerUrl(workerUrl)

const text = defineText({
  closer: { ja: '拡大', en: 'Zoom in' },
  farther: { ja: '縮小', en: 'Zoom out' },
  whole: { ja: '全体を表示', en: 'Show everything' },
})

/** West, south, east and north in degrees. */
export type MapBounds = [number, number, number, number]
export interface MapView {
  bounds: MapBounds
  zoom: number
}

interface WorldMapProps {
  label: string
  /** The part of the world that is shown at first, and with the button for everything. */
  whole: MapBounds
  circles?: readonly Circle[]
  onView?: (view: MapView) => void
  /** The browser cannot draw the map. */
  onUnavailable: () => void
  /** Marks on the map. */
  children: (map: MapLibreMap) => ReactNode
}

const maxZoom = 16
/** Farther in, no coast is in sight to tell the place by. */
const around = { padding: 48, maxZoom: 9 }

/** A map of the outlines of all land, drawn by WebGL, with marks of the page on it. */
export function WorldMap({ label, whole, circles = [], onView, onUnavailable, children }: WorldMapProps) {
  const t = useText(text)
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
      {map && (
        <div className={css.controls}>
          <IconButton label={t.closer} onClick={() => map.zoomIn()}>
            <IconPlus size={16} />
          </IconButton>
          <IconButton label={t.farther} onClick={() => map.zoomOut()}>
            <IconMinus size={16} />
          </IconButton>
          <IconButton label={t.whole} onClick={() => map.fitBounds(whole, around)}>
            <IconFocusCentered size={16} />
          </IconButton>
        </div>
      )}
    </div>
  )
}
