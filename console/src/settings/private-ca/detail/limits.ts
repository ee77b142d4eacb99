import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { mayStandAbove } from '../make/parents.ts'
import type { limitText } from './detail-text.ts'

export type AuthorityAct = 'crl' | 'default' | 'below' | 'successor' | 'backup' | 'check' | 'upload' | 'revoke' | 'delete'

/** The reason for which an action on a CA is impossible now; null if it is possible. The server checks again. */
export function limitOf(
  act: AuthorityAct,
  { id, state, kind, hasKey, isDefault, certificates: [own] }: CertificateAuthority,
  all: readonly CertificateAuthority[],
): keyof typeof limitText | null {
  const signs = state === 'active' || state === 'endingSoon'
  switch (act) {
    case 'crl':
      return signs ? null : 'unusable'
    case 'default':
      return isDefault ? 'alreadyDefault' : signs ? null : 'unusable'
    case 'below':
      return own?.pathLength === 0 ? 'noFurther' : mayStandAbove({ state, certificates: own ? [own] : [] }) ? null : 'unusable'
    case 'backup':
      return hasKey ? null : 'noKey'
    case 'revoke':
      return kind !== 'intermediate' ? 'notRevocable' : state === 'revoked' ? 'revoked' : null
    case 'delete':
      return isDefault ? 'isDefault' : all.some(({ parentId }) => parentId === id) ? 'hasBelow' : null
    case 'successor':
    case 'check':
    case 'upload':
      return null
  }
}
