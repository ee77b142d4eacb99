import { formatAid } from '@simdeck/protocol/aid.ts'
import type { ContentDeletion } from '@simdeck/protocol/gp/deletion.ts'
import { privilege } from '@simdeck/protocol/gp/privileges.ts'
import { CardError, sw } from '../card-error.ts'
import { contentManagement, hasPrivilege, isUnder } from './domains.ts'
import type { SecurityDomain } from './domains.ts'
import { libraryOf } from './libraries.ts'
import type { CardNvm } from './nvm.ts'

/** AIDs of applications in use, which cannot be deleted. */
export interface InUse {
  /** The application whose code runs now. */
  running: string | null
  /** Applications that are selected, on any logical channel. */
  selected: readonly string[]
}

/** DELETE [card content] by a security domain (GPC 2.3.1 §11.2). */
export function deleteObject(nvm: CardNvm, { aid: bytes, relatedObjects }: ContentDeletion, domain: SecurityDomain, inUse: InUse): void {
  const aid = formatAid(bytes)
  if (aid === nvm.securityDomain.aid || libraryOf(aid)) throw new CardError(sw.conditionsOfUse, 'it cannot be deleted')
  const instances = nvm.applications.filter((one) => one.aid === aid || one.loadFileAid === aid)
  const file = nvm.loadFiles.find((one) => one.aid === aid)
  const owners = [...(file ? [file] : []), ...instances].map(({ securityDomainAid }) => securityDomainAid)
  if (owners.length === 0) throw new CardError(sw.referencedDataNotFound, 'no such object')
  const own = contentManagement(domain) !== null && owners.every((owner) => isUnder(nvm, owner, domain))
  if (!own && !hasPrivilege(domain, privilege.globalDelete)) throw new CardError(sw.conditionsOfUse, 'not the security domain to delete it')
  if (instances.some((one) => one.aid === inUse.running || inUse.selected.includes(one.aid)))
    throw new CardError(sw.conditionsOfUse, 'it is running or selected')
  if (file && instances.length > 0 && !relatedObjects) throw new CardError(sw.conditionsOfUse, 'the load file has instances')
  if (file && nvm.loadFiles.some(({ imports }) => imports.includes(aid)))
    throw new CardError(sw.conditionsOfUse, 'another load file imports it')
  if ([...nvm.loadFiles, ...nvm.applications].some((one) => one.securityDomainAid === aid))
    throw new CardError(sw.conditionsOfUse, 'the security domain has content')
  nvm.applications = nvm.applications.filter((one) => !instances.includes(one))
  nvm.loadFiles = nvm.loadFiles.filter((one) => one.aid !== aid)
}
