import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Random } from '@simdeck/simulator/random.ts'
import type { Bench } from '../bench.ts'
import { pageSize } from './combinations.ts'
import type { ListQuery } from './filters.ts'

export type OwnWrites = {
  edits: number
  /** Lists after an edit without it in the expected place. */
  missed: number
  /** Those of them that reported that changes are missing (`asOf`). */
  reported: number
  listMs: number[]
}

const pauseMs = 250

/**
 * Edits one SIM after another until `signal`, and reads each edit back at once: by a list sorted by the time of change, where the SIM must
 * come first with its new alias, and by a list filtered by that alias, which must have exactly this SIM.
 */
export async function editAndRead(
  bench: Bench,
  random: Random,
  ids: { from: number; to: number },
  signal: AbortSignal,
): Promise<OwnWrites> {
  const found: OwnWrites = { edits: 0, missed: 0, reported: 0, listMs: [] }
  while (!signal.aborted) {
    const id = random.between(ids.from, ids.to)
    const alias = `edit ${bench.flags.seed} ${found.edits}.`
    await bench.call(endpoints.updateSim, { params: { id }, body: { device_alias: alias } })
    found.edits++
    const read = async (
      query: ListQuery,
      isRight: (page: { data: { id: number; device_alias: string | null }[]; totalItems: number }) => boolean,
    ) => {
      const start = performance.now()
      const page = await bench.call(endpoints.listSims, { query: { ...query, take: pageSize } })
      found.listMs.push(performance.now() - start)
      if (isRight(page)) return
      found.missed++
      if (page.asOf !== undefined) found.reported++
    }
    await read({ sort: 'updated_at:DESC' }, ({ data: [first] }) => first?.id === id && first.device_alias === alias)
    await read({ device_alias: alias }, ({ data: [first], totalItems }) => first?.id === id && totalItems === 1)
    await pause(pauseMs)
  }
  return found
}
