import { keySet, noDiversificationData } from './nvm.ts'
import type { ApplicationRecord, CardNvm, DomainState, IssuerSecurityDomain } from './nvm.ts'

/** How a card was stored whose issuer security domain had one key set and which knew no other security domain. */
interface OneKeySetNvm extends Omit<CardNvm, 'identity' | 'diversificationData' | 'securityDomain' | 'applications'> {
  securityDomain: Omit<IssuerSecurityDomain, keyof DomainState> &
    Omit<DomainState, 'keys'> & { keyVersionNumber: number; enc: string; mac: string; dek: string }
  applications: Omit<ApplicationRecord, 'domain'>[]
}

/** A card as it was stored before it had an identity of its own. */
type AnonymousNvm = Omit<CardNvm, 'identity'>

/** A card as it was stored, in any form. */
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
