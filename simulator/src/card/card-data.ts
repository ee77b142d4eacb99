import { fromHex, uint } from '@simdeck/protocol/bytes.ts'
import { cardCapabilities, cardData, cardRecognition, extendedResources } from '@simdeck/protocol/gp/card-data.ts'
import { aesKeyType, keyInformation } from '@simdeck/protocol/gp/keys.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { decodeTlvs, encodeTlv, findTlv } from '@simdeck/protocol/tlv.ts'
import { CardError, sw } from '../card-error.ts'
import { keyHolder } from './domains.ts'
import type { SecurityDomain } from './domains.ts'
import { freeMemory, freeVolatileMemory } from './nvm.ts'
import type { CardNvm } from './nvm.ts'
import { applicationPrivileges, domainPrivileges, encodePrivileges } from './privileges.ts'

/**
 * Card production life cycle data: no fabricator (0000), operating system of 1 January 2026 (`6001`: year and day), serial number
 * and batch of the chip; the rest is not given.
 */
function productionLifeCycle({ identity }: CardNvm): Uint8Array {
  const chip = identity?.serial.slice(0, 12) ?? '00'.repeat(6)
  return fromHex(`000000000000600101${'00'.repeat(3)}${chip}${'00'.repeat(24)}`)
}

/** The answer to GET DATA (GPC 2.3.1 §11.3.3.1), tag included. It holds no secret. */
export function cardDataObject(nvm: CardNvm, domain: SecurityDomain, tag: number): Uint8Array {
  const { state } = domain
  switch (tag) {
    case cardData.cardRecognitionData:
      return cardRecognition.encode([{ protocol: 3, ...state }])
    case cardData.cardCapabilities:
      return cardCapabilities.encode({
        i: state.i,
        domainPrivileges: encodePrivileges(domainPrivileges),
        applicationPrivileges: encodePrivileges(applicationPrivileges),
      })
    case cardData.keyInformation: {
      const keys = state.keys.map(({ id, version, value }) => ({ id, version, type: aesKeyType, length: value.length / 2 }))
      return keys.length === 0 ? missing() : keyInformation.encode(keys)
    }
    case cardData.sequenceCounter:
      return encodeTlv(tag, uint(keyHolder(nvm, domain).state.sequenceCounter, 3))
    case cardData.keyDiversificationData:
      return encodeTlv(tag, fromHex(nvm.diversificationData))
    case cardData.productionLifeCycle:
      return encodeTlv(tag, productionLifeCycle(nvm))
    case cardData.issuerIdentificationNumber:
    case cardData.cardImageNumber:
      return encodeTlv(tag, storedObject(domain, nvm, tag) ?? factoryObject(domain, nvm, tag) ?? missing())
    case cardData.extendedResources:
      return extendedResources.encode({
        applications: nvm.applications.length,
        nonVolatile: freeMemory(nvm),
        volatile: freeVolatileMemory(nvm),
      })
    default:
      return missing()
  }
}

function missing(): never {
  throw new CardError(sw.referencedDataNotFound, 'no such data object')
}

/** Maximum length of an object that the issuer writes. An answer of that length fits into one R-APDU with R-MAC and R-ENC. */
const maxStoredOctets = 200

/** A data object that the factory wrote. */
function factoryObject({ application }: SecurityDomain, { identity }: CardNvm, tag: number): Uint8Array | null {
  if (application || !identity) return null
  return fromHex(tag === cardData.cardImageNumber ? identity.serial : identity.issuer)
}

/** A data object that the issuer wrote with STORE DATA. */
function storedObject({ application }: SecurityDomain, nvm: CardNvm, tag: number): Uint8Array | null {
  const stored = application?.storedData ?? nvm.securityDomain.storedData
  try {
    const value = findTlv(decodeTlvs(fromHex(stored)), tag)
    return value && value.length <= maxStoredOctets ? value : null
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}
