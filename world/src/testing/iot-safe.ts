import type { createClient } from '@simdeck/contract/client.ts'
import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { TemplateContent } from '@simdeck/contract/identity-templates.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import type { Preload } from '@simdeck/simulator/card/preload.ts'
import type { StoredObject } from '@simdeck/simulator/applets/iot-safe/store.ts'
import type { VirtualSim } from '@simdeck/simulator/virtual-sim.ts'
import { iotSafeCap } from './recipes.ts'
import type { World } from './start-world.ts'

type Call = ReturnType<typeof createClient>

const { packageAid, moduleAid } = fixedAids.iotSafe

/** The applet, for cards that have it from the factory. */
export const iotSafePreloads: readonly Preload[] = [{ packageAid, version: iotSafeCap.packageVersion, moduleAid, instanceAid: moduleAid }]

/** Records in the server that all SIMs hold the applet. */
export async function recordIotSafe({ server: { db }, upload }: World): Promise<void> {
  const { name, otaVersion } = await upload(iotSafeCap)
  const { id } = await db.selectFrom('packages').select('id').where('package_aid', '=', packageAid).executeTakeFirstOrThrow()
  const held = { other_package_id: id, other_instance_aid: moduleAid, other_applet_name: name, other_applet_version: otaVersion }
  await db.updateTable('sims').set(held).execute()
}

/** The objects of the applet on a card. */
export const safeObjectsOf = ({ card }: VirtualSim): readonly StoredObject[] =>
  card.nvm.applications.find(({ aid }) => aid.toUpperCase() === moduleAid)?.safeObjects ?? []

/** A template of certificates whose subject has the ICCID, and that are delivered at once. */
export const deviceTemplate: TemplateContent = {
  name: 'meters',
  authorityId: null,
  commonName: '{{iccid}}',
  appendIccid: false,
  country: 'JP',
  state: null,
  locality: null,
  organization: 'Example',
  unit: null,
  altNames: [{ type: 'uri', value: 'urn:iccid:{{iccid}}' }],
  serverAuth: false,
  validDays: 365,
  renewBeforeDays: 30,
  slotId: 1,
  label: 'device certificate',
  delivery: 'Auto',
}

/** Makes a root and a CA below it, which signs by default. `name` ends both names. */
export async function makeDeviceCa(call: Call, name = ''): Promise<{ root: CertificateAuthority; ca: CertificateAuthority }> {
  const make = (own: string, more: { validDays: number; parentId?: number }) =>
    call(endpoints.createAuthority, { body: { name: own, confirmedName: own, ...more } })
  const root = await make(`Root${name}`, { validDays: 3650 })
  const ca = await make(`Devices${name}`, { validDays: 1825, parentId: root.id })
  await call(endpoints.setDefaultAuthority, { params: { id: ca.id } })
  return { root, ca }
}
