import { useEffect, useMemo, useState } from 'react'
import { loadLand } from './land.ts'
import type { Land } from './land.ts'
import css from './map.module.css'
import { landPath, miniSize, pixelsOf } from './mini-map.ts'

interface MiniMapProps {
  longitude: number
  latitude: number
  /** The distance in metres within which the place is. */
  metres: number
  /** Name of the picture for screen readers. */
  label: string
}

/** A small picture of the coasts around a place. It does not move and needs no WebGL. */
export function MiniMap({ longitude, latitude, metres, label }: MiniMapProps) {
  const [land, setLand] = useState<Land | null>(null)
  useEffect(() => {
    let gone = false
    // Without the outlines, the numbers beside the picture still tell the place.
    void loadLand().then(
      (loaded) => !gone && setLand(loaded),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])
  const path = useMemo(() => (land ? landPath(land, { longitude, latitude }) : ''), [land, longitude, latitude])
  const [x, y] = [miniSize.width / 2, miniSize.height / 2]
  return (
    <svg className={css.mini} viewBox={`0 0 ${miniSize.width} ${miniSize.height}`} role="img" aria-label={label}>
      <path d={path} fillRule="evenodd" />
      <circle className={css.within} cx={x} cy={y} r={pixelsOf(metres)} />
      <circle className={css.spot} cx={x} cy={y} r={5} />
    </svg>
  )
}
