import { nextStatuses } from '@simdeck/contract/sim-status.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { Publish } from '../platform/events/changes.ts'
import { type BulkChange, resultLater } from '../sims/bulk/bulk-task-handler.ts'
import { selectAccounts } from './accounts-queries.ts'
import type { Dependencies } from './connector.ts'
import { selectStatuses, type StatusOfSim, writeStatus } from './queries.ts'
import { carrierReason, refusedFrom, statusReasons } from './reasons.ts'
import { insertRequests } from './request-queries.ts'
import { sendRequests } from './send-requests.ts'
import type { ConnectorPlatform } from './tables.ts'

export type StatusParams = { status: SimStatus }

/**
 * Gives all SIMs of a selection a status. A SIM that has it already stays as it is, and counts as done. SIMs of a platform with an account
 * are requested from the carrier, and have their result when it answered; the others change here.
 */
export function statusChange(dependencies: Dependencies & { publish: Publish }): BulkChange {
  return {
    needs: 'SIM_UPDATE',
    locks: 'no key update',
    reasons: statusReasons,
    reasonText: carrierReason,
    async change(trx, { id: taskId, params, created_by_name: actor }, sims) {
      const { status } = params as StatusParams
      const numbers = new Map(sims.map(({ id, number }) => [id, number]))
      const present = sims.length === 0 ? [] : await selectStatuses(trx, [...numbers.keys()])
      const others = present.filter((sim) => sim.status !== status)
      const isAllowed = (sim: StatusOfSim) => nextStatuses(sim.cm_platform, sim.status).includes(status)
      const results = new Map(others.filter((sim) => !isAllowed(sim)).map((sim) => [sim.id, refusedFrom(sim.status)]))
      const platforms: ReadonlySet<string> = new Set((await selectAccounts(trx)).map(({ platform }) => platform))
      const allowed = others.filter(isAllowed)
      const requested = allowed.filter((sim) => platforms.has(sim.cm_platform))
      const changed = allowed.filter((sim) => !platforms.has(sim.cm_platform)).map(({ id }) => id)
      if (changed.length > 0) await writeStatus(trx, changed, status, { actor, source: 'here' })
      if (requested.length > 0) {
        const request = (sim: StatusOfSim) => ({
          task_id: taskId,
          n: numbers.get(sim.id) ?? 0,
          sim_id: sim.id,
          iccid: sim.iccid,
          platform: sim.cm_platform as ConnectorPlatform,
          to_status: status,
        })
        await insertRequests(trx, requested.map(request))
        for (const { id } of requested) results.set(id, resultLater)
      }
      return results
    },
    finish: (run) => sendRequests(dependencies, run),
    changed: (sims) => ({ sims }),
  }
}
