import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import type { OtaTargetInput } from '@simdeck/contract/ota-targets.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { makeCapFile } from '@simdeck/server/testing/cap-file.ts'
import type { Bench } from './bench.ts'
import { newAid } from './bench-sims.ts'
import type { FleetReport } from './fleet-clients.ts'
import type { FleetProcess } from './fleet-process.ts'
import { familySeconds, processorSeconds } from './processor-time.ts'

/** Sizes of packages' components, in octets. */
export const smallPackage = 4_096
/** The waves of the benchmarks. */
export const inWaves: RolloutInput = { waves: [{ percent: 5 }, { percent: 25 }] }

/** Uploads a package with components of about `octets` octets and returns the target that installs it. */
export async function uploadPackage({ call }: Bench, octets: number): Promise<OtaTargetInput> {
  const aid = newAid()
  const cap = await makeCapFile({
    packageAid: aid,
    packageVersion: { major: 1, minor: 0 },
    packageName: 'com.example.bench',
    applets: [new Uint8Array([...aid, 1])],
    imports: [{ aid: new Uint8Array([0xa0, 0, 0, 0, 0x62, 1, 1]), major: 1, minor: 3 }],
    codeSize: octets,
  })
  const uploaded = await call(endpoints.uploadPackage, { body: {}, file: new File([Buffer.from(cap)], 'bench.cap') })
  const { packageAID, otaVersion, label } = uploaded
  return { appletType: 1, package: { packageAID, otaVersion, label }, active: true }
}

/** Uploads a package of about `octets` octets and starts a campaign that installs it on SIMs, or on all SIMs of a group. */
export async function startCampaign(
  bench: Bench,
  on: { simIds: number[] } | { groupId: number },
  { octets, rollout }: { octets: number; rollout?: RolloutInput },
): Promise<Campaign> {
  const { call, query } = bench
  const [chosen, value] = 'groupId' in on ? ['group_id = $1', on.groupId] : ['id = any($1)', on.simIds]
  // The virtual SIMs hold none of the applets that the database records for them.
  await query(`update sims set other_package_id = null, other_applet_name = null, other_instance_aid = null where ${chosen}`, [value])
  await query(`update sim_contacts set free_memory = null where sim_id in (select id from sims where ${chosen})`, [value])
  const target = await uploadPackage(bench, octets)
  const body = 'groupId' in on ? { filter: { group: String(on.groupId) } } : { simIds: on.simIds }
  const { id: snapshotId, total } = await call(endpoints.createSnapshot, { body })
  return call(endpoints.putBulkOta, {
    body: { snapshotId, targets: [target], confirmedCount: total, removalConsent: true, ...(rollout ? { rollout } : {}) },
  })
}

/** Waits until the campaign ends, for at most `minutes` minutes. Calls `meanwhile` repeatedly. */
export async function untilOver({ call }: Bench, id: number, minutes: number, meanwhile: () => Promise<void>): Promise<Campaign> {
  const endsAt = performance.now() + minutes * 60_000
  for (;;) {
    const now = await call(endpoints.getCampaign, { params: { id } })
    if (now.state !== 'running' || performance.now() > endsAt) return now
    const nextAt = performance.now() + 1000
    while (performance.now() < nextAt) {
      await meanwhile()
      await pause(100)
    }
  }
}

/** Processor seconds of each process, transactions, answers to frames of cards, and sessions. */
export type Spent = { seconds: number; server: number; postgres: number; sims: number; commits: number; frames: number; sessions: number }

/** Starts counting. The returned function stops it and returns the resources spent and the fleet's report since. */
export async function spending(bench: Bench, fleet: FleetProcess): Promise<() => Promise<Spent & { report: FleetReport }>> {
  const now = async (report: FleetReport): Promise<Spent> => {
    const [row] = await bench.query<{ commits: number }>(
      'select xact_commit as commits from pg_stat_database where datname = current_database()',
    )
    return {
      seconds: performance.now() / 1000,
      server: processorSeconds(bench.serverPid),
      postgres: familySeconds(bench.postgresPid),
      sims: processorSeconds(fleet.pid),
      commits: row!.commits,
      frames: report.stats.framesReceived,
      sessions: report.stats.sessions,
    }
  }
  const before = await now(await fleet.report())
  return async () => {
    const report = await fleet.report()
    const after = await now(report)
    const spent = Object.entries(after).map(([key, value]) => [key, value - before[key as keyof Spent]] as const)
    return { ...(Object.fromEntries(spent) as Spent), report }
  }
}

/** Table rows with the processor time per process. */
export function spentRows({ seconds, server, postgres, sims, commits, frames }: Spent): [string, string][] {
  const each = (processor: number) => `${processor.toFixed(1)} s (${((processor / frames) * 1e6).toFixed(0)} µs a frame)`
  return [
    ['frames of cards answered', `${frames} (${(frames / seconds).toFixed(0)} a second)`],
    ['transactions', `${commits} (${(commits / seconds).toFixed(0)} a second)`],
    ['processor time of the server', each(server)],
    ['… of PostgreSQL', each(postgres)],
    ['… of the virtual SIMs', each(sims)],
  ]
}
