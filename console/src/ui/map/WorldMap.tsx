import { useState } from 'react'
import { GoogleMap } from './GoogleMap.tsx'
import { OutlineMap } from './OutlineMap.tsx'
import type { MapProps } from './shown-map.ts'

interface WorldMapProps extends MapProps {
  /** The key of the Google Maps API; empty without one. */
  googleKey: string
}

/** A map with marks of the page on it: that of Google with a key, unless Google does not give it; else the outlines of all land. */
export function WorldMap({ googleKey, ...map }: WorldMapProps) {
  const [refusedKey, setRefusedKey] = useState('')
  if (googleKey === '' || googleKey === refusedKey) return <OutlineMap {...map} />
  return <GoogleMap key={googleKey} {...map} apiKey={googleKey} onUnavailable={() => setRefusedKey(googleKey)} />
}
