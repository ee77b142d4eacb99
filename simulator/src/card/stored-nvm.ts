import { keySet, noDiversificationData } from './nvm.ts'
import type { ApplicationRecord, CardNvm, DomainState, IssuerSecurityDomain } from './nvm.ts'

/** How a card was stored whose issuer security domain had one key set and which knew no other security domain. */
interface OneKeySetNvm extends Omit<CardNvm, 'diversificationData' | 'securityDomain' | 'applications'> {
  securityDomain: Omit<IssuerSecurityDomain, keyof DomainState> &
    Omit<DomainState, 'keys'> & { keyVersionNumber: number; enc: string; mac: string; dek: string }
  applications: Omit<ApplicationRecord, 'domain'>[]
}

/** A card as it was stored, in either form. */
export function readStoredNvm(stored: CardNvm | OneKeySetNvm): CardNvm {
  if (isPresent(stored)) return stored
  const { keyVersionNumber, enc, mac, dek, ...domain } = stored.securityDomain
  return {
    ...stored,
    diversificationData: noDiversificationData,
    securityDomain: { ...domain, keys: keySet(keyVersionNumber, { enc, mac, dek }) },
    applications: stored.applications.map((application) => ({ ...application, domain: null })),
  }
}

function isPresent(stored: CardNvm | OneKeySetNvm): stored is CardNvm {
  return 'keys' in stored.securityDomain
}
