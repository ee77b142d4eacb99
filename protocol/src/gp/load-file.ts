import { createHash } from 'node:crypto'
import type { CommandApdu } from '../apdu.ts'
import { concat } from '../bytes.ts'
import type { Codec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, encodeTlv, findTlv } from '../tlv.ts'
import { load } from './commands.ts'

/** A signature over the load file data block hash by a security domain with DAP verification. */
export type DapBlock = { readonly securityDomainAid: Uint8Array; readonly signature: Uint8Array }

/** `components` is the value of `C4`: the CAP components in loading order. */
export type LoadFile = { readonly dapBlocks: readonly DapBlock[]; readonly components: Uint8Array }

/**
 * The load file: `[E2 {4F, C3}]* C4` (GPC 2.3.1 §11.6.2.3, table 11-58). `decode` throws `ProtocolError('tlv')` unless `C4` comes last and
 * once.
 */
export const loadFileStructure: Codec<LoadFile> = {
  encode: ({ dapBlocks, components }) => {
    const daps = dapBlocks.map((dap) => encodeTlv(0xe2, concat(encodeTlv(0x4f, dap.securityDomainAid), encodeTlv(0xc3, dap.signature))))
    return concat(...daps, encodeTlv(0xc4, components))
  },
  decode: (bytes) => {
    const tlvs = decodeTlvs(bytes)
    const block = tlvs.pop()
    if (block?.tag !== 0xc4) throw new ProtocolError('tlv', 'a load file ends with C4')
    const dapBlocks = tlvs.map((tlv) => {
      const securityDomainAid = findTlv([tlv], 0xe2, 0x4f)
      const signature = findTlv([tlv], 0xe2, 0xc3)
      if (!securityDomainAid || !signature) throw new ProtocolError('tlv', 'a DAP block has 4F and C3')
      return { securityDomainAid, signature }
    })
    return { dapBlocks, components: block.value }
  },
}

/** Load file data block hash: SHA-256 over the value of `C4` (GPC 2.3.1 §C.2). */
export function loadFileHash(components: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(components).digest())
}

/** The LOAD commands that carry a load file in blocks of `blockSize` octets (1 to 255); the last one is marked. */
export function loadCommands(file: Uint8Array, blockSize: number): CommandApdu[] {
  if (!Number.isInteger(blockSize) || blockSize < 1 || blockSize > 255)
    throw new ProtocolError('range', `a LOAD block holds 1 to 255 octets, not ${blockSize}`)
  const count = Math.max(1, Math.ceil(file.length / blockSize))
  return Array.from({ length: count }, (_, block) =>
    load.encode({ block, last: block === count - 1, data: file.subarray(block * blockSize, (block + 1) * blockSize) }),
  )
}
