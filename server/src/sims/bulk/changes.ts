import { fillAlias, maxAliasLength } from '@simdeck/contract/sim-bulk.ts'
import type { TaskKind } from '@simdeck/contract/tasks.ts'
import { shareFleet } from '../sql/fleet-lock.ts'
import { TaskFailure } from '../../tasks/task-handler.ts'
import { changeTags, keepTags, type TagChange } from '../tags/tags.ts'
import { deleteFreeSims } from './delete-sims.ts'
import { lockGroup, writeAliases, writeGroup } from './queries.ts'
import type { BulkReason } from './text.ts'
import type { BulkChange, NumberedSim } from './bulk-task-handler.ts'

export type AliasParams = { pattern: string }
export type GroupParams = { groupId: number | null }
export type TagParams = TagChange

const none: ReadonlyMap<number, BulkReason> = new Map()

const aliases: BulkChange = {
  needs: 'SIM_UPDATE',
  locks: 'no key update',
  async change(trx, { params }, sims) {
    const { pattern } = params as AliasParams
    const filled = sims.map((sim) => ({ id: sim.id, alias: aliasOf(pattern, sim) }))
    const refused = new Map<number, BulkReason>()
    for (const { id, alias } of filled) {
      if (alias === '') refused.set(id, 'aliasEmpty')
      else if (alias.length > maxAliasLength) refused.set(id, 'aliasTooLong')
    }
    await writeAliases(
      trx,
      filled.filter(({ id }) => !refused.has(id)),
    )
    return refused
  },
  changed: (sims) => ({ sims }),
}

function aliasOf(pattern: string, { number, group_name, ...sim }: NumberedSim): string {
  return fillAlias(pattern, { ...sim, n: number, group: group_name }).trim()
}

const group: BulkChange = {
  needs: 'SIM_UPDATE',
  async lockOthers(trx, { params }) {
    const { groupId } = params as GroupParams
    if (groupId !== null && !(await lockGroup(trx, groupId))) throw new TaskFailure('groupNotFound')
  },
  locks: 'no key update',
  async change(trx, { params }, sims) {
    const ids = sims.map(({ id }) => id)
    await writeGroup(trx, ids, (params as GroupParams).groupId)
    return none
  },
  changed: (sims) => ({ sims }),
}

const tags: BulkChange = {
  needs: 'SIM_UPDATE',
  async lockOthers(trx, { params }) {
    if (!(await keepTags(trx, (params as TagParams).add))) throw new TaskFailure('tagLimit')
  },
  locks: 'no key update',
  async change(trx, { params }, sims) {
    const ids = sims.map(({ id }) => id)
    const full = await changeTags(trx, ids, params as TagParams)
    return new Map(full.map((id) => [id, 'tagsFull' satisfies BulkReason]))
  },
  changed: (sims) => ({ sims }),
}

const removal: BulkChange = {
  needs: 'SIM_DELETE',
  lockOthers: shareFleet,
  locks: 'update',
  async change(trx, _task, sims) {
    const open = await deleteFreeSims(
      trx,
      sims.map(({ id }) => id),
    )
    return new Map([...open].map((id) => [id, 'otaOpen']))
  },
  // The device port drops the deleted SIMs; consoles read the list again when the task has ended.
  changed: (rereadSims) => ({ rereadSims }),
}

export const bulkChanges = { simAlias: aliases, simGroup: group, simTags: tags, simDelete: removal } satisfies Partial<
  Record<TaskKind, BulkChange>
>
