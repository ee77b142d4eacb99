import type { z } from 'zod'
import { partsOfExtra } from '@simdeck/contract/extra-content.ts'
import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { contentDigest } from '@simdeck/protocol/ota/content-digest.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { contentRead } from '@simdeck/protocol/ota/kinds/remove-extra.ts'
import { minReceiveBuffer } from '@simdeck/protocol/ota/messages.ts'
import { endCertificates } from '../certificate-authority/devices/issue.ts'
import type { Db } from '../platform/db/database.ts'
import { endFiles } from '../safe-files/ota.ts'
import { storeInventory } from '../packages/card-inventory.ts'
import { fingerprintOf } from '../packages/content/differences.ts'
import { protectionsOf } from '../packages/content/protection.ts'
import { contentOf } from '../packages/content/refresh.ts'
import type { Plan, ServerKind } from './kind.ts'
import { appletsOfExtra, extraRules, holdsIotSafeByRecord } from './remove-extra-queries.ts'
import { importersOf } from './sql/importers.ts'

const { words, otaParameters } = otaKinds['remove-extra']
const swConditionsOfUse = 0x6985
const iotSafeAids: readonly string[] = [fixedAids.iotSafe.packageAid, fixedAids.iotSafe.moduleAid]

/** Removes a package or an applet that the card holds and should not: a package with its applets, an applet alone. */
export const removeExtra: ServerKind<'remove-extra'> = {
  async plan(db, { parameters: { extra, withCertificates, applets }, language }) {
    const { aid } = partsOfExtra(extra)
    const importers = await importersOf(db, aid)
    const losesCertificates = iotSafeAids.includes(aid) && withCertificates !== true
    return {
      kind: 'remove-extra',
      appletType: null,
      name: `${words.action[language]} ${extra}`,
      package: null,
      moduleAid: null,
      instanceAid: null,
      installParameters: '',
      extra,
      step: { packageId: null, packageAid: aid, params: { extra, applets: applets ?? (await appletsOfExtra(db, extra)) } },
      rules: extraRules(extra, { importers, losesCertificates }),
      cost: { jobs: () => [{ kind: 'inventory' }, { kind: 'remove', packageAid: fromHex(aid) }], buffer: () => minReceiveBuffer },
    } satisfies Plan
  },

  /** Null if the card should hold it by now, or if something protects it. */
  async job(row, { db, pollerAid }) {
    const { data: confirmed } = otaParameters.safeParse(row.params)
    return confirmed ? removalOf(db, row.sim_id, { ...confirmed, pollerAid }) : null
  },

  refusal: () => null,

  reasonOf: (_, sw) => (sw === swConditionsOfUse ? 'imported' : null),

  async record(trx, { sim_id: simId, package_aid: aid }) {
    if (aid === null || !iotSafeAids.includes(aid) || (await holdsIotSafeByRecord(trx, simId))) return
    await endCertificates(trx, simId)
    await endFiles(trx, simId)
  },

  /** The card holds other content than the record tells, so the list is new. */
  async recordFailure(trx, { sim_id: simId }, found) {
    const read = contentRead(found)
    if (read) await storeInventory(trx, simId, read)
  },
}

type Confirmed = z.infer<typeof otaParameters>

/** The removal by the content that the card holds now, as far as it is known; null if nothing may be removed. */
async function removalOf(db: Db, simId: number, { extra, applets, pollerAid }: Confirmed & { pollerAid: string }): Promise<Job | null> {
  const content = await contentOf(db, simId, pollerAid)
  if (!content) return null
  const { aid, version } = partsOfExtra(extra)
  const { differences, accepted, listed, meant } = content
  const found = differences.find((one) => one.kind === 'extra' && one.aid === aid && one.version === version)
  if (!found || accepted.includes(fingerprintOf(found))) return null
  const pollers = pollerAid === '' ? meant.pollers : [...meant.pollers, pollerAid]
  if (protectionsOf(listed, { ...meant, pollers })(aid) !== null) return null
  const isPackage = listed.loadFiles.some((one) => one.aid === aid)
  const isConfirmed = applets === undefined || found.applets.every((one) => applets.includes(one))
  return {
    kind: 'remove-extra',
    packageAid: fromHex(aid),
    ...(isPackage ? {} : { instanceOnly: true }),
    digest: contentDigest(listed),
    ...(isConfirmed ? {} : { hasOtherApplets: true }),
  }
}
