import { checkAid } from '../aid.ts'
import { commandApdu } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, encodeTlv, findTlv } from '../tlv.ts'

function checkInstruction(command: CommandApdu, ins: number, name: string): void {
  if (command.ins !== ins) throw new ProtocolError('apdu', `not ${name}`)
}

/** SELECT by AID, first occurrence (GPC 2.3.1 §11.9). */
export function select(aid: Uint8Array): CommandApdu {
  return commandApdu(0x00, 0xa4, 0x04, 0x00, checkAid(aid))
}

/** Card: the AID of a SELECT by name. Throws `ProtocolError('apdu')` for a SELECT of another kind, `'aid'` for no AID. */
export function parseSelect(command: CommandApdu): Uint8Array {
  checkInstruction(command, 0xa4, 'SELECT')
  if (command.p1 !== 0x04 || command.p2 !== 0x00) throw new ProtocolError('apdu', 'not a SELECT by AID')
  return checkAid(command.data)
}

export type LoadBlock = { readonly block: number; readonly last: boolean; readonly data: Uint8Array }

/** LOAD (GPC 2.3.1 §11.6); the block number goes on modulo 256. */
export function load({ block, last, data }: LoadBlock): CommandApdu {
  return commandApdu(0x80, 0xe8, last ? 0x80 : 0x00, block % 256, data)
}

/** Card: reads LOAD; `block` is 0 to 255. Throws `ProtocolError('apdu')`. */
export function parseLoad(command: CommandApdu): LoadBlock {
  checkInstruction(command, 0xe8, 'LOAD')
  if ((command.p1 & 0x7f) !== 0) throw new ProtocolError('apdu', 'LOAD with an unknown P1')
  return { block: command.p2, last: command.p1 === 0x80, data: command.data }
}

/** What DELETE removes; with related objects, a load file goes together with the applications made from it. */
export type Deletion = { readonly aid: Uint8Array; readonly relatedObjects: boolean }

/** DELETE [card content] (GPC 2.3.1 §11.2). */
export function deleteContent({ aid, relatedObjects }: Deletion): CommandApdu {
  return commandApdu(0x80, 0xe4, 0x00, relatedObjects ? 0x80 : 0x00, encodeTlv(0x4f, checkAid(aid)))
}

/** Card: reads DELETE [card content]. Throws `ProtocolError('apdu' | 'tlv' | 'aid')`. */
export function parseDeleteContent(command: CommandApdu): Deletion {
  checkInstruction(command, 0xe4, 'DELETE')
  if (command.p1 !== 0x00 || (command.p2 & 0x7f) !== 0) throw new ProtocolError('apdu', 'DELETE with unknown P1-P2')
  const aid = findTlv(decodeTlvs(command.data), 0x4f)
  if (!aid) throw new ProtocolError('apdu', 'DELETE without an AID')
  return { aid: checkAid(aid), relatedObjects: command.p2 === 0x80 }
}

/** How STORE DATA is encrypted (b7 b6) and laid out (b5 b4). */
export const storeDataEncryption = { none: 0x00, applicationDependent: 0x20, encrypted: 0x60 } as const
export const storeDataStructure = { none: 0x00, dgi: 0x08, berTlv: 0x10 } as const

export type StoreDataBlock = {
  readonly block: number
  readonly last: boolean
  readonly encryption: number
  readonly structure: number
  readonly responseExpected: boolean
  readonly data: Uint8Array
}

/** STORE DATA (GPC 2.3.1 §11.11); plain, without structure and response unless given. */
export function storeData(store: Pick<StoreDataBlock, 'block' | 'last' | 'data'> & Partial<StoreDataBlock>): CommandApdu {
  const { encryption = storeDataEncryption.none, structure = storeDataStructure.none, responseExpected = false } = store
  const p1 = (store.last ? 0x80 : 0x00) | encryption | structure | (responseExpected ? 0x01 : 0x00)
  return commandApdu(0x80, 0xe2, p1, store.block % 256, store.data)
}

/** Card: reads STORE DATA. Throws `ProtocolError('apdu')`. */
export function parseStoreData(command: CommandApdu): StoreDataBlock {
  checkInstruction(command, 0xe2, 'STORE DATA')
  if ((command.p1 & 0x06) !== 0) throw new ProtocolError('apdu', 'STORE DATA with an unknown P1')
  return {
    block: command.p2,
    last: (command.p1 & 0x80) !== 0,
    encryption: command.p1 & 0x60,
    structure: command.p1 & 0x18,
    responseExpected: (command.p1 & 0x01) !== 0,
    data: command.data,
  }
}
