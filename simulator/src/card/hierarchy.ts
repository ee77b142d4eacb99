import { formatAid } from '@simdeck/protocol/aid.ts'
import type { Extradition, MakeSelectable, RegistryUpdate } from '@simdeck/protocol/gp/install.ts'
import { applicationState } from '@simdeck/protocol/gp/registry.ts'
import { CardError, sw } from '../card-error.ts'
import { requireAuthorizedManagement } from './content.ts'
import { findDomain, isSelectable, isUnder } from './domains.ts'
import type { SecurityDomain } from './domains.ts'
import type { ApplicationRecord, CardNvm, LoadFileRecord } from './nvm.ts'
import { readPrivileges } from './privileges.ts'

function objectUnder(nvm: CardNvm, bytes: Uint8Array, domain: SecurityDomain): LoadFileRecord | ApplicationRecord {
  const aid = formatAid(bytes)
  const object = nvm.applications.find((one) => one.aid === aid) ?? nvm.loadFiles.find((one) => one.aid === aid)
  if (!object) throw new CardError(sw.referencedDataNotFound, 'no such application or load file')
  if (!isUnder(nvm, object.securityDomainAid, domain)) throw new CardError(sw.conditionsOfUse, 'of another security domain')
  return object
}

/** The new owner of an object: a security domain that can be selected, and not the object itself or one under it. */
function newOwner(nvm: CardNvm, bytes: Uint8Array, object: LoadFileRecord | ApplicationRecord): string {
  const aid = formatAid(bytes)
  const owner = findDomain(nvm, aid)
  if (!owner) throw new CardError(sw.referencedDataNotFound, 'no such security domain')
  if (owner.application && !isSelectable(owner.application))
    throw new CardError(sw.conditionsOfUse, 'the security domain is not selectable')
  const moved = findDomain(nvm, object.aid)
  if (moved && isUnder(nvm, aid, moved)) throw new CardError(sw.conditionsOfUse, 'a security domain cannot be under itself')
  return aid
}

/** INSTALL [for extradition]: transfers an application or load file to another security domain (GPC 2.3.1 §9.4.1, §11.5.2.3.4). */
export function extradite(nvm: CardNvm, { securityDomainAid, aid }: Extradition, domain: SecurityDomain): void {
  requireAuthorizedManagement(domain)
  const object = objectUnder(nvm, aid, domain)
  object.securityDomainAid = newOwner(nvm, securityDomainAid, object)
}

/** INSTALL [for registry update]: extradition, other privileges, or both at once (GPC 2.3.1 §9.4.2, §11.5.2.3.5). */
export function updateRegistry(nvm: CardNvm, update: RegistryUpdate, domain: SecurityDomain): void {
  requireAuthorizedManagement(domain)
  const object = objectUnder(nvm, update.aid, domain)
  const owner = update.securityDomainAid.length === 0 ? null : newOwner(nvm, update.securityDomainAid, object)
  if (update.privileges.length > 0) {
    if (!('privileges' in object)) throw new CardError(sw.wrongData, 'a load file has no privileges')
    object.privileges = readPrivileges(update.privileges, object.domain !== null)
  }
  if (owner !== null) object.securityDomainAid = owner
}

/** INSTALL [for make selectable] (GPC 2.3.1 §11.5.2.3.3); privileges in the command replace those of the installation. */
export function makeSelectable(nvm: CardNvm, make: MakeSelectable, domain: SecurityDomain): void {
  requireAuthorizedManagement(domain)
  const aid = formatAid(make.aid)
  const application = nvm.applications.find((one) => one.aid === aid)
  if (!application) throw new CardError(sw.referencedDataNotFound, 'no such application')
  if (!isUnder(nvm, application.securityDomainAid, domain)) throw new CardError(sw.conditionsOfUse, 'of another security domain')
  if (application.state !== applicationState.installed) throw new CardError(sw.conditionsOfUse, 'it is selectable already')
  if (make.privileges.length > 0) application.privileges = readPrivileges(make.privileges, application.domain !== null)
  application.state = applicationState.selectable
}
