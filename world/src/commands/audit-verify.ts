import { ActionLog, type ChainFault } from '@simdeck/server/platform/audit/action-log.ts'
import { withInstallation } from './installation.ts'

/** Output of `npm run -s audit:verify` for a broken chain. */
function describeFault({ id, fault, at }: ChainFault): string {
  const time = at?.toISOString()
  if (fault === 'missing') return `Row ${id} is missing: it was removed${time ? `, after the row of ${time}` : ' from the start'}`
  if (fault === 'changed') return `Row ${id} of ${time} is not the one that was written there: it was changed, moved or put in`
  return `The record of the last row is not the one that was written; the last row is ${id}${time ? ` of ${time}` : ''}`
}

try {
  const { rows, fault } = await withInstallation(({ db, masterKey }) => new ActionLog(masterKey).verify(db))
  console.log(fault ? describeFault(fault) : `${rows} rows, the chain holds`)
  process.exitCode = fault ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
