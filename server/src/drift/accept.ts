import type { Db } from '../platform/db/database.ts'
import { recordFoundPoller, recordHeldApplet } from '../ota-kinds/held-applet.ts'
import { pollerSlots } from '../packages/poller-slots.ts'
import { fingerprintOf } from '../packages/content/differences.ts'
import { type Content, contentOf, refreshDifferences } from '../packages/content/refresh.ts'
import { lockDiffering, putAccepted, selectPackagesByVersion } from './queries.ts'
import { openDifferences } from './sim-drift.ts'

type Sim = Awaited<ReturnType<typeof lockDiffering>>[number]

/**
 * Records the present content of cards as the content that they should have: first in the record of the applet, as far as that can tell it,
 * and then as accepted differences. SIMs with an open OTA on their content are `busy`, and stay as they are.
 */
export async function acceptContent(trx: Db, simIds: readonly number[], by: string): Promise<{ accepted: number[]; busy: number[] }> {
  const sims = await lockDiffering(trx, simIds)
  const accepted = sims.filter(({ busy }) => !busy)
  for (const sim of accepted) {
    const before = await contentOf(trx, sim.id)
    if (!before) continue
    await recordApplet(trx, sim, before)
    await recordPoller(trx, sim.id, before)
    const after = await contentOf(trx, sim.id)
    const fingerprints = after?.differences.map(fingerprintOf) ?? []
    if (fingerprints.length > 0) await putAccepted(trx, sim.id, { fingerprints, by })
    await refreshDifferences(trx, sim.id)
  }
  return { accepted: accepted.map(({ id }) => id), busy: sims.filter(({ busy }) => busy).map(({ id }) => id) }
}

/** Records that the SIM has lost its applet, or that it has another registered one. */
async function recordApplet(trx: Db, { id, other_package_id: packageId }: Sim, content: Content): Promise<void> {
  const open = openDifferences(content)
  const isLost = packageId !== null && open.some((one) => one.kind === 'missing' && one.packageId === packageId)
  if (packageId !== null && !isLost) return
  const extra = open.filter(({ kind }) => kind === 'extra')
  const known = await selectPackagesByVersion(
    trx,
    extra.map(({ aid }) => aid),
  )
  const held = known.find((one) => one.applets.length > 0 && extra.some(({ aid, version }) => isVersion(one, aid, version)))
  const instanceAid = held && content.instanceOf(held.package_aid, held.applets)
  if (held && instanceAid) await recordHeldApplet(trx, id, { packageId: held.id, instanceAid })
  else if (isLost) await recordHeldApplet(trx, id, null)
}

/** Records a poller of ours that the record lacks as the standby poller, which a campaign can remove. */
async function recordPoller(trx: Db, simId: number, content: Content): Promise<void> {
  const { pollers } = content.meant
  const [running, standby] = pollers
  if (running === undefined || standby !== undefined) return
  const slot = pollerSlots.find(({ slot: digits }) => !running.startsWith(digits))
  const found = slot && content.listed.applications.find(({ aid }) => aid.startsWith(slot.slot))
  if (found && openDifferences(content).some(({ kind }) => kind === 'poller')) await recordFoundPoller(trx, simId, found.aid)
}

const isVersion = (one: { package_aid: string; ota_version: string }, aid: string, version: string | null): boolean =>
  one.package_aid === aid && one.ota_version === version
