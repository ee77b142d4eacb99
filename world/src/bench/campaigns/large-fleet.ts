import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Bench } from '../bench.ts'
import { type BenchSim, simsToPlay } from '../bench-sims.ts'

/**
 * Gives each SIM that holds an Other applet the OTA that installed it, so that a rollback can install it again. The seeded SIMs have only
 * its name.
 */
export async function giveHistory({ query }: Bench): Promise<void> {
  await query(`
    with campaign as (
      insert into campaigns (name, state, action, applet_type, targets, total, excluded, created_at, finished_at)
      select 'Earlier installs', 'completed', 'install', 1, '[]', count(other_package_id), 0, now() - interval '40 days', now() - interval '30 days'
      from sims returning id
    )
    insert into ota_jobs (campaign_id, sim_id, applet_type, kind, step, package_id, package_aid, params, status, created_at, started_at, finished_at)
    select campaign.id, s.id, 1, 'install', 0, p.id, p.package_aid,
      jsonb_build_object('moduleAID', s.other_instance_aid, 'instanceAID', s.other_instance_aid, 'installParameters', ''), 'Succeeded',
      now() - interval '40 days', now() - interval '40 days', now() - interval '30 days'
    from campaign, sims s join packages p on p.id = s.other_package_id order by s.id`)
  await query('vacuum analyze ota_jobs')
}

/** Puts the first SIMs with keys into a group of their own. */
export async function groupOf(bench: Bench, count: number): Promise<{ groupId: number; sims: BenchSim[] }> {
  const sims = await simsToPlay(bench, count)
  const { id: groupId } = await bench.call(endpoints.createGroup, { body: { name: 'Virtual SIMs of the benchmark' } })
  await bench.query('update sims set group_id = $1 where id = any($2)', [groupId, sims.map(({ id }) => id)])
  return { groupId, sims }
}

/** Records half of the OTAs of a campaign as succeeded, as if its SIMs had executed them. The lock keeps sessions away meanwhile. */
export async function succeedHalf({ query }: Bench, campaignId: number): Promise<void> {
  await query(`
    begin;
    lock table ota_jobs in exclusive mode;
    update ota_jobs set status = 'Succeeded', polled_at = now(), channel_at = now(), started_at = now(), finished_at = now(), updated_at = now()
    where campaign_id = ${Number(campaignId)} and sim_id % 2 = 0 and status = 'Ready';
    commit`)
}
