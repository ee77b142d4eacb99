import { sql } from 'kysely'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { Plan } from '../../ota-kinds/kind.ts'
import type { Db } from '../../platform/db/database.ts'
import { beginOf } from '../rollout/begin.ts'
import type { StoredRequest } from './plan.ts'
import { classified, loses } from '../sql/classified.ts'
import { listedParts } from '../sql/setup-parts.ts'
import { waved } from '../sql/waved.ts'
import { type Checked, type NewCampaign, notConfirmed, type Removals, removals } from './queries.ts'

/** Creates a campaign whose OTAs are written later, with the numbers of its dry run. */
export async function insertCampaignToSetUp(
  trx: Db,
  { snapshotId, plan, name, request, rollout, createdBy }: NewCampaign,
  { snapshotTotal, eligible }: Pick<Checked, 'eligible'> & { snapshotTotal: number },
): Promise<number> {
  const { state, pause, wave } = beginOf(rollout, new Date())
  const { id } = await trx
    .insertInto('campaigns')
    .values({
      name,
      state,
      pause_cause: pause,
      paused_at: pause && sql<Date>`now()`,
      released_wave: wave,
      rollout: rollout && JSON.stringify(rollout),
      action: plan.kind,
      applet_type: plan.appletType,
      package_id: plan.package?.id ?? null,
      module_aid: plan.moduleAid,
      instance_aid: plan.instanceAid,
      install_parameters: plan.installParameters,
      targets: JSON.stringify(request),
      filter: sql<string>`(select filter from sim_selections where id = ${snapshotId})`,
      total: eligible,
      excluded: snapshotTotal - eligible,
      created_by: createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Listed = { total: number; excluded: number; losing: number; removals: Removals; otas: number }

/** Lists every eligible SIM for the set-up of a campaign. */
export async function listSims(
  trx: Db,
  campaignId: number,
  { snapshotId, plan, request, rollout }: { snapshotId: number; plan: Plan; request: StoredRequest; rollout: Rollout | null },
): Promise<Listed> {
  const chosen = sql`
    select id as sim_id, wave, remove_package_id, remove_package_aid, remove_instance_aid,
      null::bigint as package_id, null::text as package_aid, null::jsonb as params
    from waved where reason is null`
  const { rows } = await sql<Listed>`
    with c as materialized (${classified(snapshotId, plan, { unconfirmed: notConfirmed(snapshotId, request) })}),
    ${waved(rollout)},
    ${listedParts(campaignId, chosen)}
    select count(*) filter (where reason is null) as total, count(*) filter (where reason is not null) as excluded,
      count(*) filter (where ${loses}) as losing, ${removals} as removals,
      count(*) filter (where reason is null and remove_package_aid is not null)
        + count(*) filter (where reason is null and ${plan.step !== null}) as otas
    from c`.execute(trx)
  return rows[0]!
}
