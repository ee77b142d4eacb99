/** The part of the Google Maps JavaScript API that the console uses. */
export interface GoogleMaps {
  Map: new (holder: HTMLElement, options: object) => GoogleMapObject
  Circle: new (options: object) => { setMap: (map: null) => void }
  OverlayView: (new () => Overlay) & { preventMapHitsAndGesturesFrom: (element: HTMLElement) => void }
}

export interface GoogleMapObject {
  fitBounds: (bounds: { west: number; south: number; east: number; north: number }, padding: number) => void
  getBounds: () => { toJSON: () => { west: number; south: number; east: number; north: number } } | undefined
  getZoom: () => number | undefined
  setZoom: (zoom: number) => void
  addListener: (event: 'idle', listener: () => void) => unknown
}

export interface Overlay {
  onAdd: () => void
  draw: () => void
  onRemove: () => void
  setMap: (map: GoogleMapObject | null) => void
  getPanes: () => { overlayMouseTarget: HTMLElement } | null
  getProjection: () => { fromLatLngToDivPixel: (place: { lat: number; lng: number }) => { x: number; y: number } | null }
}

type GoogleWindow = {
  google?: { maps?: { importLibrary: (name: 'maps') => Promise<GoogleMaps> } }
  simdeckGoogleMaps?: () => void
  gm_authFailure?: () => void
}
const page = globalThis as unknown as GoogleWindow

/** Time after which Google counts as out of reach. */
const limitMs = 10_000

let loading: { key: string; maps: Promise<GoogleMaps> } | null = null
const refusals = new Set<() => void>()

/**
 * Loads Google's script, once for a key. Rejects if it does not come, also because the page was opened before there was a key, and from
 * then on at once, so that only one map of the page waits for it.
 */
export function loadGoogleMaps(key: string, language: string): Promise<GoogleMaps> {
  if (loading?.key !== key) loading = { key, maps: load(key, language) }
  return loading.maps
}

/** Calls `refused` when Google does not accept the key, until the returned function is called. */
export function onKeyRefused(refused: () => void): () => void {
  page.gm_authFailure = () => {
    const maps = Promise.reject<GoogleMaps>(new Error('Google does not accept the key'))
    maps.catch(() => undefined)
    if (loading) loading = { key: loading.key, maps }
    for (const one of refusals) one()
  }
  refusals.add(refused)
  return () => void refusals.delete(refused)
}

async function load(key: string, language: string): Promise<GoogleMaps> {
  const script = document.createElement('script')
  const query = new URLSearchParams({ key, language, v: 'quarterly', loading: 'async', callback: 'simdeckGoogleMaps' })
  script.src = `https://maps.googleapis.com/maps/api/js?${query}`
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await new Promise<void>((done, failed) => {
      page.simdeckGoogleMaps = done
      script.addEventListener('error', () => failed(new Error('the script of Google Maps does not load')))
      timer = setTimeout(() => failed(new Error(`no answer of Google Maps in ${limitMs} ms`)), limitMs)
      document.head.append(script)
    })
    return await page.google!.maps!.importLibrary('maps')
  } finally {
    clearTimeout(timer)
    script.remove()
  }
}
