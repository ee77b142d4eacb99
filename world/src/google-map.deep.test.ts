import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { builtConsole } from './console-build.ts'
import { axeViolations } from './testing/axe.ts'
import { openBrowser } from './testing/browser.ts'
import { findChromium } from './testing/chromium.ts'
import { newAccount } from './testing/people.ts'
import { signInByForm, visit } from './testing/visit.ts'

const key = 'AIza-Example_1'
const google = 'https://maps.googleapis.com/**'

let consoleFolder = ''
beforeAll(async () => {
  if (findChromium()) consoleFolder = await builtConsole()
})

/** Stands in for Google's script: a map with a flat projection, which records what the page asks of it; runs in the page. */
function standIn(): void {
  type Bounds = { west: number; south: number; east: number; north: number }
  const asked = { circles: [] as number[], zooms: [] as number[] }
  class Map {
    bounds: Bounds | null = null
    holder: HTMLElement
    idle: () => void = () => undefined
    constructor(holder: HTMLElement) {
      this.holder = holder
      holder.dataset['google'] = 'map'
    }
    fitBounds(bounds: Bounds): void {
      this.bounds = bounds
      setTimeout(() => this.idle())
    }
    getBounds() {
      return { toJSON: () => this.bounds }
    }
    getZoom() {
      const { west, east } = this.bounds!
      return Math.log2((this.holder.clientWidth * 360) / (east - west) / 256)
    }
    setZoom(zoom: number): void {
      asked.zooms.push(Math.round(zoom - this.getZoom()))
    }
    addListener(_event: string, listener: () => void): void {
      this.idle = listener
    }
  }
  class OverlayView {
    static preventMapHitsAndGesturesFrom(): void {}
    map: Map | null = null
    setMap(map: Map | null): void {
      const own = this as unknown as { onAdd: () => void; draw: () => void; onRemove: () => void }
      this.map = map ?? this.map
      if (!map) return own.onRemove()
      own.onAdd()
      own.draw()
    }
    getPanes() {
      return { overlayMouseTarget: this.map!.holder }
    }
    getProjection() {
      const { west, east, south, north } = this.map!.bounds!
      const { clientWidth, clientHeight } = this.map!.holder
      return {
        fromLatLngToDivPixel: ({ lat, lng }: { lat: number; lng: number }) => ({
          x: ((lng - west) / (east - west)) * clientWidth,
          y: ((north - lat) / (north - south)) * clientHeight,
        }),
      }
    }
  }
  class Circle {
    constructor({ radius }: { radius: number }) {
      asked.circles.push(radius)
    }
    setMap(): void {}
  }
  const page = window as unknown as Record<string, unknown>
  page['google'] = { maps: { importLibrary: () => Promise.resolve({ Map, OverlayView, Circle }) } }
  page['asked'] = asked
  ;(page['simdeckGoogleMaps'] as () => void)()
}

const askedOf = (page: Page) => page.evaluate(() => (window as unknown as { asked: { circles: number[]; zooms: number[] } }).asked)

describe.skipIf(!findChromium())('the maps of Google', () => {
  test('with a key both maps are those of Google; without it, or without Google, they are the bundled ones', async () => {
    await using server = await startTestServer({}, consoleFolder)
    const admin = await server.signIn('ADMIN')
    const tokyo = { radio: 8, mcc: '440', mnc: '10', lac: 7, cell_id: 1, longitude: 139.7, latitude: 35.6, accuracy: 500 }
    const [id = 0] = await addSims(server.db, [{ ...tokyo, last_poll: new Date(), device_alias: '検針 東京 1' }, tokyo])
    const place = { cell: 1, area: 7, longitude: 139_700_000, latitude: 35_600_000, range_metres: 500 }
    await server.db
      .insertInto('cell_towers')
      .values({ ...place, mcc: 440, net: 10, radio: 8, updated: 0 })
      .execute()
    const { radio, mcc, mnc, lac, cell_id } = tokyo
    await server.db.insertInto('sim_locations').values({ sim_id: id, slot: 0, since: new Date(), radio, mcc, mnc, lac, cell_id }).execute()
    const { iccid } = await admin(endpoints.getSim, { params: { id } })
    const setKey = (value: string) => admin(endpoints.postUserConfig, { body: [{ key: 'system_config_google_maps_api_key', value }] })
    await using browser = await openBrowser()
    const page = await browser.context.newPage()
    const calls: URL[] = []
    let answers = true
    await page.route(google, async (route) => {
      calls.push(new URL(route.request().url()))
      await (answers ? route.fulfill({ contentType: 'text/javascript', body: `(${String(standIn)})()` }) : route.abort())
    })
    await signInByForm(page, server.url, await newAccount(server, 'MEMBER'))
    const cluster = page.getByRole('button', { name: '2台、オン 50.0%' })
    const bundled = page.locator('.maplibregl-canvas')
    const ofGoogle = page.locator('[data-google]')

    await visit(page, `${server.url}/map`)
    await bundled.waitFor()
    expect(calls).toEqual([])
    // The policy of a page that was opened before forbids Google's script, so it keeps the bundled map.
    const refused = page.waitForEvent('console', (message) => message.text().includes('maps.googleapis.com'))
    await setKey(key)
    await refused
    await bundled.waitFor()
    await cluster.waitFor()
    expect(calls).toEqual([])
    await visit(page, `${server.url}/map`)
    await ofGoogle.waitFor()
    await cluster.click()
    await page.getByRole('complementary', { name: '選択した範囲' }).waitFor()
    await page.getByRole('region', { name: 'SIMの地図、1のまとまり' }).getByRole('button', { name: '拡大' }).click()
    await cluster.waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect([calls.length, calls[0]!.searchParams.get('key'), calls[0]!.searchParams.get('language')]).toEqual([1, key, 'ja'])
    expect(await bundled.count()).toBe(0)

    await visit(page, `${server.url}/sims/${id}/${iccid}/location`)
    await ofGoogle.waitFor()
    await page.locator('[class*="_place_"]').waitFor()
    expect((await askedOf(page)).circles).toEqual([500])
    expect(await axeViolations(page)).toEqual([])
    await page.evaluate(() => (window as unknown as { gm_authFailure: () => void }).gm_authFailure())
    await bundled.waitFor()
    expect(await ofGoogle.count()).toBe(0)

    answers = false
    await visit(page, `${server.url}/map`)
    await bundled.waitFor()
    await cluster.waitFor()

    answers = true
    await setKey('')
    const before = calls.length
    await visit(page, `${server.url}/map`)
    await bundled.waitFor()
    await cluster.waitFor()
    expect(calls.length).toBe(before)
  })
})
