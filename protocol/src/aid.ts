import { fromHex, toHex } from './bytes.ts'
import { ProtocolError } from './errors.ts'

/** Returns the AID if it has 5 to 16 octets (ISO/IEC 7816-5); otherwise throws `ProtocolError('aid')`. */
export function checkAid(aid: Uint8Array): Uint8Array {
  if (aid.length < 5 || aid.length > 16) throw new ProtocolError('aid', `an AID has 5 to 16 octets, not ${aid.length}`)
  return aid
}

/** An AID as people and URLs write it: upper-case hex. */
export function formatAid(aid: Uint8Array): string {
  return toHex(aid).toUpperCase()
}

/** Reads upper- or lower-case hex; throws `ProtocolError('aid' | 'hex')`. */
export function parseAid(hex: string): Uint8Array {
  return checkAid(fromHex(hex))
}

/** The types of package that the console knows. Any other AID is `custom`. */
export type PackageType = 'Poller' | 'Telemetry' | 'MultiIMSI' | 'IotSafe' | 'custom'

/**
 * Our fixed AIDs: the octet `F0` (proprietary, without RID), "SIMDECK", then the application number (2 octets), slot (1) and module (5).
 * The poller has two slots, because a card refuses a second load file with the same AID.
 */
export const fixedAids = {
  pollerA: { type: 'Poller', packageAid: 'F053494D4445434B0001010000000001', moduleAid: 'F053494D4445434B0001010000000002' },
  pollerB: { type: 'Poller', packageAid: 'F053494D4445434B0001020000000001', moduleAid: 'F053494D4445434B0001020000000002' },
  telemetry: { type: 'Telemetry', packageAid: 'F053494D4445434B0002010000000001', moduleAid: 'F053494D4445434B0002010000000002' },
  multiImsi: { type: 'MultiIMSI', packageAid: 'F053494D4445434B0003010000000001', moduleAid: 'F053494D4445434B0003010000000002' },
  iotSafe: { type: 'IotSafe', packageAid: 'F053494D4445434B0004010000000001', moduleAid: 'F053494D4445434B0004010000000002' },
} as const satisfies Record<string, { type: PackageType; packageAid: string; moduleAid: string }>

/** The AID of the issuer security domain of a SIM whose record has none: the GlobalPlatform default. */
export const defaultSecurityDomainAid = 'A000000151000000'

export function packageTypeOf(packageAid: string): PackageType {
  const wanted = packageAid.toUpperCase()
  return Object.values(fixedAids).find((fixed) => fixed.packageAid === wanted)?.type ?? 'custom'
}
