import type { MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { formatNumber } from '../words/numbers.ts'
import css from './map.module.css'

const mostPixels = 110
/** Metres of a pixel at zoom 0 on the equator, where the world has 512 pixels. */
const metresAtZoom0 = 40_075_016.686 / 512

const metresOfPixel = (map: MapLibreMap): number => (metresAtZoom0 * Math.cos((map.getCenter().lat * Math.PI) / 180)) / 2 ** map.getZoom()

/** The greatest length of 1, 2 or 5 times a power of ten that fits, in metres. */
function lengthWithin(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres))
  return power * (metres >= 5 * power ? 5 : metres >= 2 * power ? 2 : 1)
}

/** A length on the ground in the middle of the map, which tells its scale. */
export function MapScale({ map }: { map: MapLibreMap }) {
  const [metres, setMetres] = useState(() => metresOfPixel(map))
  useEffect(() => {
    const measure = (): void => setMetres(metresOfPixel(map))
    map.on('moveend', measure)
    return () => {
      map.off('moveend', measure)
    }
  }, [map])
  const length = lengthWithin(mostPixels * metres)
  return (
    <div className={css.scale} style={{ width: length / metres }}>
      {length >= 1000 ? `${formatNumber(length / 1000)} km` : `${formatNumber(length)} m`}
    </div>
  )
}
