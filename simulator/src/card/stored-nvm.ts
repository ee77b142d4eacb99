import { keySet, noDiversificationData } from './nvm.ts'
import type { ApplicationRecord, CardNvm, DomainState, IssuerSecurityDomain } from './nvm.ts'

/** The stored form of a card whose issuer security domain has one key set and which has no other security domain. */
interface OneKeySetNvm extends Omit<CardNvm, 'identity' | 'diversificationData' | 'securityDomain' | 'applications'> {
  securityDomain: Omit<IssuerSecurityDomain, keyof DomainState> &
    Omit<DomainState, 'keys'> & { keyVersionNumber: number; enc: string; mac: string; dek: string }
  applications: Omit<ApplicationRecord, 'domain'>[]
}

/** The stored form of a card without an identity. */
type AnonymousNvm = Omit<CardNvm, 'identity'>

/** Reads a stored card of any form. */
export function readStoredNvm(stored: CardNvm | AnonymousNvm | OneKeySetNvm): CardNvm {
  if (hasKeySets(stored)) return 'identity' in stored ? stored : { ...stored, identity: null }
  const { keyVersionNumber, enc, mac, dek, ...domain } = stored.securityDomain
  return {
    ...stored,
    identity: null,
    diversificationData: noDiversificationData,
    securityDomain: { ...domain, keys: keySet(keyVersionNumber, { enc, mac, dek }) },
    applications: stored.applications.map((application) => ({ ...application, domain: null })),
  }
}

function hasKeySets(stored: CardNvm | AnonymousNvm | OneKeySetNvm): stored is CardNvm | AnonymousNvm {
  return 'keys' in stored.securityDomain
}
