import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import css from './map.module.css'
import type { ShownMap } from './shown-map.ts'

interface MapMarkProps {
  map: ShownMap
  longitude: number
  latitude: number
  children: ReactNode
}

/** Keeps something at its place on a map. */
export function MapMark({ map, longitude, latitude, children }: MapMarkProps) {
  const mark = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = (): void => {
      const { x, y } = map.project([longitude, latitude])
      mark.current?.style.setProperty('transform', `translate(${x}px, ${y}px) translate(-50%, -50%)`)
    }
    place()
    map.on('move', place)
    return () => {
      map.off('move', place)
    }
  }, [map, longitude, latitude])
  return (
    <div ref={mark} className={css.mark}>
      {children}
    </div>
  )
}
