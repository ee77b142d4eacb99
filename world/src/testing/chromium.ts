import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The headless shell is preferred: the same engine without windows takes half the processor time. */
const names = ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of the browser for tests and screenshots: `CHROMIUM`, else the first one on PATH; null when there is none. */
export function findChromium(): string | null {
  const given = process.env['CHROMIUM']
  if (given) return given
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const path = join(folder, name)
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        continue
      }
    }
  }
  return null
}
