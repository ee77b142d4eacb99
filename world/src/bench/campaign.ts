import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { makeCapFile } from '@simdeck/server/testing/cap-file.ts'
import type { Bench } from './bench.ts'
import { newAid } from './bench-sims.ts'
import type { FleetReport } from './fleet-clients.ts'
import type { FleetProcess } from './fleet-process.ts'
import { familySeconds, processorSeconds } from './processor-time.ts'

/** Uploads a package with components of about `octets` octets and starts a campaign that installs it on the SIMs. */
export async function startCampaign({ call, query }: Bench, simIds: number[], octets: number): Promise<Campaign> {
  // The virtual SIMs hold none of the applets that the database records for them.
  await query(`update sims set other_package_id = null, other_applet_name = null, other_instance_aid = null where id = any($1)`, [simIds])
  await query(`update sim_contacts set free_memory = null where sim_id = any($1)`, [simIds])
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
  const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { simIds } })
  const target = { appletType: 1 as const, package: { packageAID, otaVersion, label }, active: true }
  return call(endpoints.putBulkOta, { body: { snapshotId, targets: [target], confirmedCount: simIds.length, removalConsent: true } })
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

/** Processor seconds of each process, transactions, and answers to frames of cards. */
export type Spent = { seconds: number; server: number; postgres: number; sims: number; commits: number; frames: number }

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
