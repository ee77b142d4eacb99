import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The installed browser for tests and screenshots: `CHROMIUM`, else the first on PATH; null when there is none. */
export function findChromium(): string | null {
  const given = process.env['CHROMIUM']
  if (given) return given
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
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
