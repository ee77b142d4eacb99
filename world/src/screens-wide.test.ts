import { expect, test } from 'vitest'
import { findChromium } from './testing/chromium.ts'
import { screenFaults } from './testing/screen-faults.ts'

test.skipIf(!findChromium())(
  'every screen, light and wide, in both languages: no clipped text, no sideways scrolling, nothing that axe finds',
  { timeout: 300_000 },
  async () => {
    expect(await screenFaults({ theme: 'light', width: 1440, height: 900, forAxe: 'ja' })).toEqual([])
  },
)
