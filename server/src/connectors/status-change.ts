import type { Words } from '@simdeck/contract/languages.ts'
import { nextStatuses } from '@simdeck/contract/sim-status.ts'
import { simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import { type SimStatus, simStatuses } from '@simdeck/contract/sim-values.ts'
import type { BulkChange } from '../sims/bulk/bulk-task-handler.ts'
import { selectStatuses, writeStatus } from './queries.ts'

export type StatusParams = { status: SimStatus }

/** The reason for refusing a SIM whose present status does not permit the change. */
const refusedFrom = (status: SimStatus): string => `from ${status}`

const reasons: Readonly<Record<string, Words>> = Object.fromEntries(
  simStatuses.map((status) => [
    refusedFrom(status),
    {
      ja: `現在の状態（${simStatusLabel[status]}）からは変更できません`,
      en: `The present status, ${simStatusLabel[status]}, does not permit this change`,
    },
  ]),
)

/** Gives all SIMs of a selection a status. A SIM that has it already stays as it is, and counts as done. */
export const statusChange: BulkChange = {
  needs: 'SIM_UPDATE',
  locks: 'no key update',
  reasons,
  async change(trx, { params, created_by_name: actor }, sims) {
    const { status } = params as StatusParams
    const present =
      sims.length === 0
        ? []
        : await selectStatuses(
            trx,
            sims.map(({ id }) => id),
          )
    const others = present.filter((sim) => sim.status !== status)
    const refused = others.filter((sim) => !nextStatuses(sim.cm_platform, sim.status).includes(status))
    const refusedIds = new Set(refused.map(({ id }) => id))
    const changed = others.filter(({ id }) => !refusedIds.has(id)).map(({ id }) => id)
    if (changed.length > 0) await writeStatus(trx, changed, status, { actor, source: 'here' })
    return new Map(refused.map(({ id, status: from }) => [id, refusedFrom(from)]))
  },
  changed: (sims) => ({ sims }),
}
