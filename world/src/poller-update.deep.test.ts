import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { pollerCap, pollerInstallParameters } from './testing/recipes.ts'
import { startWorld } from './testing/start-world.ts'

const { pollerA, pollerB } = fixedAids
const sims = 1_000
/** One SIM in twenty has a new poller that never polls. */
const isSilent = (at: number) => at % 20 === 7
const silent = sims / 20
const parts = Array.from({ length: 20 }, (_, at) => (at + 1) / 20)

// At a higher speed the 2,000 pollers would send more POLLs than a busy machine answers, and the server would send them away for minutes.
const speed = 3

test('of 1,000 SIMs with a poller update, 5% of whose new pollers never poll, each keeps exactly one poller that polls', async () => {
  await using world = await startWorld({
    sims,
    profile: (at) => (isSilent(at) ? { misbehaviours: [{ kind: 'neverPolls', times: 'always' }] } : {}),
    fleet: { speed },
  })
  const { admin, server, fleet } = world
  const { packageAID, otaVersion, label } = await world.upload(pollerCap)
  const key = { packageAID, otaVersion, label }
  const target = { appletType: 0, package: key, installParameters: pollerInstallParameters, active: true } as const
  const snapshot = await admin(endpoints.createSnapshot, { body: { filter: {} } })
  const { id } = await admin(endpoints.putBulkOta, { body: { snapshotId: snapshot.id, targets: [target], confirmedCount: sims } })
  const counts = async () => (await admin(endpoints.getCampaign, { params: { id } })).counts
  for (const part of parts) await until(async () => (await counts()).Ready <= sims * (1 - part))
  for (const part of parts) await until(async () => (await counts()).Succeeded >= (sims - silent) * part)
  await server.db.updateTable('ota_jobs').set({ poll_by: new Date() }).where('poll_by', 'is not', null).execute()
  // The pollers that stayed need not wait for their interval.
  for (const [at, sim] of fleet.sims.entries()) if (isSilent(at)) sim.pollNow()
  for (const part of parts) await until(async () => (await counts()).Failed >= silent * part)
  expect(await world.finished(id)).toMatchObject({ counts: { Succeeded: sims - silent, Failed: silent } })

  const pollers = fleet.sims.map((sim) => sim.registry().applications.map(({ aid }) => aid))
  const known = await server.db.selectFrom('sims').select(['iccid', 'poller_instance_aid', 'standby_poller_instance_aid']).execute()
  for (const [at, aids] of pollers.entries()) {
    const wanted = isSilent(at) ? pollerA.moduleAid : pollerB.moduleAid
    expect(aids).toEqual([wanted])
    expect(known.find((sim) => sim.iccid === fleet.sims[at]!.iccid)).toMatchObject({
      poller_instance_aid: wanted,
      standby_poller_instance_aid: null,
    })
  }
})
