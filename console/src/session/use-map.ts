import { useState } from 'react'
import { canDrawMaps } from '../ui/map/can-draw-maps.ts'
import { useSettings } from './settings.ts'

/** The key of the Google Maps API, and whether this browser can draw a map: it has WebGL 2, or there is a key. */
export function useMap() {
  const googleKey = useSettings(({ values }) => values.system_config_google_maps_api_key ?? '')
  const [hasWebgl] = useState(canDrawMaps)
  const [isUnavailable, setUnavailable] = useState(false)
  return { googleKey, isDrawable: !isUnavailable && (hasWebgl || googleKey !== ''), onUnavailable: () => setUnavailable(true) }
}
