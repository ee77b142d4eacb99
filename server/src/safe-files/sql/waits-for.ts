import { type RawBuilder, sql } from 'kysely'
import type { SafeFileStep } from '@simdeck/contract/ota-kinds/safe-file.ts'

const conditions: Readonly<Record<SafeFileStep, RawBuilder<boolean>>> = {
  write: sql`(f.status <> 'Deleted' and f.management_status is distinct from 'NeedDelete'
    and (f.status in ('None', 'Failed') or f.management_status = 'NeedUpdate'))`,
  remove: sql`(f.management_status = 'NeedDelete' and f.status <> 'Deleted')`,
}

/** True for a file `f` that waits for that step: not on the card as wanted, or marked for deletion; `id` names the only one. */
export const waitsFor = (step: SafeFileStep, id: number | null): RawBuilder<boolean> =>
  id === null ? conditions[step] : sql`(f.id = ${id} and ${conditions[step]})`
