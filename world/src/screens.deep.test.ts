import { expect, test } from 'vitest'
import { findChromium } from './testing/chromium.ts'
import { firstAppearance, screenFaults } from './testing/screen-faults.ts'
import { screens } from './testing/screens.ts'

test.skipIf(!findChromium())(
  'no screen has clipped text, sideways scrolling or an axe violation in Japanese, light and 1440 wide; further tests check the other looks',
  async () => {
    expect(await screenFaults(screens, [firstAppearance])).toEqual([])
  },
)
