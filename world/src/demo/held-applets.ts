import { ApiError } from '@simdeck/contract/errors.ts'
import { fixedAids, formatAid } from '@simdeck/protocol/aid.ts'
import type { Sealer } from '@simdeck/server/platform/crypto/seal.ts'
import type { OpenDatabase } from '@simdeck/server/platform/db/database.ts'
import { packageByKey, storePackage } from '@simdeck/server/packages/packages.ts'
import { makeCapFile } from '@simdeck/server/testing/cap-file.ts'
import { demoPackages } from './packages.ts'
import type { HeldApplet } from './plausible-sim.ts'

/** Shares of the demo's packages among the SIMs that hold an applet. */
const shares: Record<string, number> = {
  'telemetry 2.3': 46,
  'telemetry 2.4': 21,
  'iot-safe 1.2': 15,
  'multi-imsi 1.0': 8,
  'multi-imsi 1.1': 4,
  'coldchain 0.9': 6,
}
const octetsInBlock = 240

/** Packages of the demo that SIMs hold, with their shares. Stores the packages that are missing. */
export async function heldApplets({ db }: OpenDatabase, sealer: Sealer): Promise<[HeldApplet, number][]> {
  const held: [HeldApplet, number][] = []
  for (const { key, label, recipe } of demoPackages) {
    const { major, minor } = recipe.packageVersion
    const packageKey = { packageAID: formatAid(recipe.packageAid), otaVersion: `${major}.${minor}`, label }
    const stored = await packageByKey(db, packageKey).catch(async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      const bytes = await makeCapFile(recipe)
      return packageByKey(db, await storePackage({ db, sealer }, { bytes, label, createdBy: null, audit: async () => undefined }))
    })
    const share = label === 'debug' ? undefined : shares[key]
    if (share === undefined) continue
    const fixed = Object.values(fixedAids).find(({ packageAid }) => packageAid === stored.package_aid)
    const instanceAid = fixed?.moduleAid ?? formatAid(recipe.applets?.[0] ?? recipe.packageAid)
    const { id: packageId, name, ota_version: version, load_length: octets } = stored
    held.push([{ packageId, instanceAid, name, version, loadBlocks: Math.ceil(octets / octetsInBlock) }, share])
  }
  return held
}
