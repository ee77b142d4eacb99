import { toHex, uint } from '@simdeck/protocol/bytes.ts'
import { decodePrivileges, privilege } from '@simdeck/protocol/gp/privileges.ts'
import { CardError, sw } from '../card-error.ts'
import { readingData } from '../reading.ts'

/** The privileges that an application of this card may have (GPC 2.3.1 §11.1.2): those that the card honours. */
export const applicationPrivileges =
  privilege.cardLock | privilege.cardTerminate | privilege.globalDelete | privilege.globalLock | privilege.globalRegistry

const domainOnlyPrivileges =
  privilege.securityDomain | privilege.delegatedManagement | privilege.authorizedManagement | privilege.trustedPath

/** The privileges that a supplementary security domain of this card may have. */
export const domainPrivileges = applicationPrivileges | domainOnlyPrivileges

/** The issuer's privileges: all of them with authorised management, and Card Reset, since a reset selects its security domain. */
export const issuerPrivileges = (domainPrivileges & ~privilege.delegatedManagement) | privilege.cardReset

export const encodePrivileges = (privileges: number): Uint8Array => uint(privileges, 3)

/** Reads privileges as the registry stores them. The module determines if the application is a security domain. */
export function readPrivileges(field: Uint8Array, isDomain: boolean): string {
  const privileges = readingData(() => decodePrivileges(field))
  const hasDomainPrivilege = (privileges & privilege.securityDomain) !== 0
  const management = privilege.delegatedManagement | privilege.authorizedManagement
  const given = isDomain ? domainPrivileges : applicationPrivileges
  if (hasDomainPrivilege !== isDomain || (privileges & ~given) !== 0 || (privileges & management) === management)
    throw new CardError(sw.wrongData, 'privileges that this card does not give to such a module')
  return toHex(field).padEnd(6, '0')
}
