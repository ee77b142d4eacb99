import { endpoints } from '@simdeck/contract/endpoints.ts'
import { defaultSecurityDomainAid } from '@simdeck/protocol/aid.ts'
import type { World } from './testing/start-world.ts'

export const unknown = { packageAid: 'F0AABBCCDD77', moduleAid: 'F0AABBCCDD7701' }

/** Reads the content of all cards. */
export async function read(world: World): Promise<void> {
  const { id: snapshotId } = await world.admin(endpoints.createSnapshot, { body: { simIds: world.simIds } })
  await world.finished((await world.admin(endpoints.putBulkOta, { body: { snapshotId, kind: 'inventory' } })).id)
}

/** Puts a package with one applet on the card, without the server. */
export function put(
  world: Pick<World, 'fleet'>,
  index: number,
  { packageAid, moduleAid }: { packageAid: string; moduleAid: string },
): void {
  const { nvm } = world.fleet.sims[index]!.card
  const securityDomainAid = defaultSecurityDomainAid
  nvm.loadFiles.push({
    aid: packageAid,
    version: { major: 3, minor: 1 },
    moduleAids: [moduleAid],
    imports: [],
    securityDomainAid,
    size: 100,
  })
  const [template] = nvm.applications
  const applet = {
    loadFileAid: packageAid,
    moduleAid,
    securityDomainAid,
    parameters: '',
    storedData: '',
    tars: [],
    poller: null,
    domain: null,
    size: 10,
  }
  nvm.applications.push({ ...applet, aid: moduleAid, state: 7, privileges: template?.privileges ?? '000000' })
}

/** The content of the card. */
export const held = (world: Pick<World, 'fleet'>, index: number) => {
  const { loadFiles, applications } = world.fleet.sims[index]!.registry()
  return [...loadFiles, ...applications].map(({ aid }) => aid)
}

/** The body of a removal from these SIMs. */
export const removal = (world: Pick<World, 'admin'>, simIds: number[], body: { extra: string; withCertificates?: boolean }) =>
  world
    .admin(endpoints.createSnapshot, { body: { simIds } })
    .then(({ id: snapshotId }) => ({ snapshotId, kind: 'remove-extra' as const, ...body }))
