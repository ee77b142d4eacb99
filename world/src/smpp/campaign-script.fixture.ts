import { endpoints } from '@simdeck/contract/endpoints.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { FileSystem, usim } from '@simdeck/simulator/card/files/file-system.ts'
import { telemetryCap } from '../testing/recipes.ts'
import { startWorld, type World } from '../testing/start-world.ts'
import { startCentre } from './wake-world.fixture.ts'
import { keySetOfSim, numberOfSim, setKeys } from './wake.fixture.ts'

export const smsTAR = 'B00001'
export const selectName = '00A40804047FFF6F46'
/** Writes the ICCID of the SIM into EF.SPN. */
export const writeName = '00D600000A{{iccid}}'
export const readName = '00B000000A'

type Centre = { faults?: Parameters<typeof startCentre>[1]; devices?: Parameters<typeof startCentre>[2] }

/** SIMs without a poller, and a message centre in front of them. `store` stores a script and returns its id. */
export async function startReachable(
  sims: number,
  { faults, devices, env, consoleFolder }: Centre & { env?: Record<string, string>; consoleFolder?: string } = {},
) {
  const world = await startWorld({
    sims,
    profile: (index) => ({ poller: null, otaKeySets: [keySetOfSim(index)] }),
    row: (index) => ({ msisdn: numberOfSim(index) }),
    ...(env && { env }),
    ...(consoleFolder && { consoleFolder }),
  })
  const { centre, port } = await startCentre(world, faults, devices)
  for (const [index, simId] of world.simIds.entries()) await setKeys(world.admin, simId, keySetOfSim(index))
  const { packageAID, otaVersion, name: packageName } = await world.upload(telemetryCap(4))
  const params = { packageAID, otaVersion, packageName, appletInstanceAID: fixedAids.telemetry.moduleAid }
  const store = async (script: string[]) => (await world.admin(endpoints.updateFileManagementConfig, { params, body: { script } })).id!
  return Object.assign(world, { centre, port, store })
}

export async function requestOf({ admin, simIds }: Pick<World, 'admin' | 'simIds'>, scriptId: number) {
  const { id: snapshotId } = await admin(endpoints.createSnapshot, { body: { simIds } })
  return { snapshotId, kind: 'rfm' as const, scriptId, smsTAR }
}

export const startScript = async (world: Pick<World, 'admin' | 'simIds'>, scriptId: number) =>
  (await world.admin(endpoints.putBulkOta, { body: await requestOf(world, scriptId) })).id

/** True if the card has its own ICCID in EF.SPN. */
export function hasWritten({ fleet }: Pick<World, 'fleet'>, at: number): boolean {
  const { card, iccid } = fleet.sims[at]!
  const files = new FileSystem(card.nvm.files!)
  const file = files.at([usim, 0x6f46])
  const content = file && file.kind !== 'folder' ? Buffer.from(files.contentOf(file)).toString('hex').toUpperCase() : ''
  return content.includes(packed(iccid))
}

/** An ICCID as a card stores it. */
export const packed = (iccid: string): string => `${iccid}F`.replaceAll(/(.)(.)/g, '$2$1')
