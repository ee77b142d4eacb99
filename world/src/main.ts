import closeWithGrace from 'close-with-grace'
import { ConfigError, readConfig } from '@simdeck/server/config.ts'
import { builtConsole } from './console-build.ts'
import { startSimdeck } from './start-simdeck.ts'

// `npm start`: runs the whole product on this machine.
try {
  const config = readConfig()
  const consoleFolder = process.env['CONSOLE_DIST'] ?? (await builtConsole())
  const simdeck = await startSimdeck(config, consoleFolder)
  const { fleet, url } = simdeck
  console.log(`\nSimdeck is ready: ${url}`)
  console.log(`Device port ${simdeck.devicePort ?? 'off'}, metrics http://127.0.0.1:${simdeck.metricsPort}/metrics`)
  if (fleet.sims.length > 0) console.log(`${fleet.sims.length} virtual SIMs poll, ${config.DEMO_SPEED} times faster than real ones would`)
  if (simdeck.accounts) console.log(`First accounts (kept in ${config.DATA_DIR}/first-accounts.txt):\n${simdeck.accounts}`)
  closeWithGrace({ delay: 10_000 }, async ({ err }) => {
    if (err) console.error(err)
    await simdeck.close()
  })
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : (portTaken(error) ?? error))
  process.exit(1)
}

function portTaken(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') return null
  return `${error.message}\nAnother program uses that port: stop it, or set PORT, DEVICE_PORT or METRICS_PORT`
}
