import { Reader } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'

/** Privileges as bits of three octets (GPC 2.3.1 §11.1.2, tables 11-7 to 11-9). */
export const privilege = {
  securityDomain: 0x80_00_00,
  dapVerification: 0x40_00_00,
  delegatedManagement: 0x20_00_00,
  cardLock: 0x10_00_00,
  cardTerminate: 0x08_00_00,
  cardReset: 0x04_00_00,
  cvmManagement: 0x02_00_00,
  mandatedDapVerification: 0x01_00_00,
  trustedPath: 0x00_80_00,
  authorizedManagement: 0x00_40_00,
  tokenVerification: 0x00_20_00,
  globalDelete: 0x00_10_00,
  globalLock: 0x00_08_00,
  globalRegistry: 0x00_04_00,
  finalApplication: 0x00_02_00,
  globalService: 0x00_01_00,
  receiptGeneration: 0x00_00_80,
  cipheredLoadFileDataBlock: 0x00_00_40,
} as const

/**
 * The bits of a privileges field of one or three octets; one octet leaves the others 0. Throws `ProtocolError('parameters')` for another
 * length.
 */
export function decodePrivileges(field: Uint8Array): number {
  if (field.length !== 1 && field.length !== 3) throw new ProtocolError('parameters', 'privileges have one or three octets')
  return new Reader(field).uint(field.length) * (field.length === 1 ? 0x1_00_00 : 1)
}
