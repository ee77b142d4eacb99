import { expect, test } from 'vitest'
import { findChromium } from './testing/chromium.ts'
import { furtherAppearances, screenFaults } from './testing/screen-faults.ts'
import { screens } from './testing/screens.ts'

const half = screens.slice(0, Math.ceil(screens.length / 2))

test.skipIf(!findChromium())(
  'the first half of the screens has no clipped text, sideways scrolling or axe violation in English, in dark and on a phone',
  async () => {
    expect(await screenFaults(half, furtherAppearances)).toEqual([])
  },
)
