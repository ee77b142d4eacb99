import { fromHex } from '@simdeck/protocol/bytes.ts'
import { scp03KeyIds } from '@simdeck/protocol/gp/keys.ts'
import { decodePrivileges, privilege } from '@simdeck/protocol/gp/privileges.ts'
import { applicationState } from '@simdeck/protocol/gp/registry.ts'
import type { ApplicationRecord, CardNvm, DomainState } from './nvm.ts'
import { issuerPrivileges } from './privileges.ts'

/** The issuer's security domain or a supplementary one, as a command sees it. */
export interface SecurityDomain {
  readonly aid: string
  readonly state: DomainState
  /** The privileges as bits of `privilege`. */
  readonly privileges: number
  /** The application of a supplementary security domain. Null for the issuer's. */
  readonly application: ApplicationRecord | null
}

export function issuerDomain(nvm: CardNvm): SecurityDomain {
  const { securityDomain } = nvm
  return { aid: securityDomain.aid, state: securityDomain, privileges: issuerPrivileges, application: null }
}

export function findDomain(nvm: CardNvm, aid: string): SecurityDomain | null {
  if (nvm.securityDomain.aid === aid) return issuerDomain(nvm)
  const application = nvm.applications.find((one) => one.aid === aid)
  return application?.domain ? domainOfRecord(application, application.domain) : null
}

function domainOfRecord(application: ApplicationRecord, state: DomainState): SecurityDomain {
  return { aid: application.aid, state, privileges: decodePrivileges(fromHex(application.privileges)), application }
}

/** The security domain whose services the selected application uses: the application itself, or the one it is associated with. */
export function servingDomain(nvm: CardNvm, selected: ApplicationRecord | null): SecurityDomain {
  if (!selected) return issuerDomain(nvm)
  if (selected.domain) return domainOfRecord(selected, selected.domain)
  return findDomain(nvm, selected.securityDomainAid) ?? issuerDomain(nvm)
}

export const hasPrivilege = ({ privileges }: SecurityDomain, wanted: number): boolean => (privileges & wanted) === wanted

export const isLocked = ({ state }: ApplicationRecord): boolean => (state & applicationState.lockedBit) !== 0

/** True for an application that is SELECTABLE or beyond, and not locked. */
export const isSelectable = (application: ApplicationRecord): boolean =>
  application.state >= applicationState.selectable && !isLocked(application)

/** True if an object that belongs to `securityDomainAid` is in the hierarchy of `domain` (GPC 2.3.1 §7.2). */
export function isUnder(nvm: CardNvm, securityDomainAid: string, domain: SecurityDomain): boolean {
  let at = securityDomainAid
  while (at !== domain.aid) {
    const parent = nvm.applications.find(({ aid }) => aid === at)?.securityDomainAid
    if (parent === undefined) return false
    at = parent
  }
  return true
}

/** The right of `domain` to change card content: by itself, or only with the issuer's token (GPC 2.3.1 §9.1.3). */
export function contentManagement(domain: SecurityDomain): 'authorized' | 'delegated' | null {
  if (hasPrivilege(domain, privilege.authorizedManagement)) return 'authorized'
  return hasPrivilege(domain, privilege.delegatedManagement) ? 'delegated' : null
}

export interface KeySet {
  version: number
  enc: Uint8Array
  mac: Uint8Array
  dek: Uint8Array
}

/** The whole SCP03 key set of a version; version 0 is the oldest one. Null when there is none. */
export function findKeySet({ keys }: DomainState, version: number): KeySet | null {
  for (const { version: one } of keys) {
    if (version !== 0 && one !== version) continue
    const value = (id: number): Uint8Array | null => {
      const key = keys.find((record) => record.version === one && record.id === id)
      return key ? fromHex(key.value) : null
    }
    const [enc, mac, dek] = [value(scp03KeyIds.enc), value(scp03KeyIds.mac), value(scp03KeyIds.dek)]
    if (enc && mac && dek && enc.length === mac.length) return { version: one, enc, mac, dek }
  }
  return null
}

/** The security domain whose keys open the channel of `domain`: the nearest one upwards that has keys (GPC 2.3.1 §7.3.4). */
export function keyHolder(nvm: CardNvm, domain: SecurityDomain): SecurityDomain {
  if (!domain.application || findKeySet(domain.state, 0)) return domain
  return keyHolder(nvm, findDomain(nvm, domain.application.securityDomainAid) ?? issuerDomain(nvm))
}
