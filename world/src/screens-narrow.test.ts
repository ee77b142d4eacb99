import { expect, test } from 'vitest'
import { findChromium } from './testing/chromium.ts'
import { screenFaults } from './testing/screen-faults.ts'

test.skipIf(!findChromium())(
  'every screen, dark and narrow, in both languages: no clipped text, no sideways scrolling, nothing that axe finds',
  { timeout: 300_000 },
  async () => {
    expect(await screenFaults({ theme: 'dark', width: 390, height: 844, forAxe: 'en' })).toEqual([])
  },
)
