import { clearRanges } from '@simdeck/server/access/clear-ranges.ts'
import { ActionLog } from '@simdeck/server/platform/audit/action-log.ts'
import { withInstallation } from './installation.ts'

// `npm run -s access:clear`: ends the restriction to networks, for the case that nobody can reach the console from an allowed network.
try {
  const ranges = await withInstallation(({ database, masterKey }) => clearRanges(database, new ActionLog(masterKey)))
  console.log(
    ranges === 0 ? 'Access was not restricted to any network' : `Access is open to every network again (${ranges} ranges deleted)`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
