import { expect, test } from 'vitest'
import { findChromium } from './testing/chromium.ts'
import { screenFaults } from './testing/screen-faults.ts'
import { screens } from './testing/screens.ts'

const half = screens.slice(Math.ceil(screens.length / 2))

test.skipIf(!findChromium())(
  'the second half of the screens, light and wide, dark and narrow, in both languages: no clipped text, no sideways scrolling, nothing that axe finds',
  { timeout: 300_000 },
  async () => {
    expect(await screenFaults(half)).toEqual([])
  },
)
