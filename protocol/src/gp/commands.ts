import { checkAid } from '../aid.ts'
import { commandApdu } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { ProtocolError } from '../errors.ts'
import { decodeTlvs, encodeTlv, findTlv } from '../tlv.ts'

function checkInstruction(command: CommandApdu, ins: number, name: string): void {
  if (command.ins !== ins) throw new ProtocolError('apdu', `not ${name}`)
}

/** SELECT by AID (GPC 2.3.1 §11.9). The AID may be a beginning; `next` goes on from what is selected. */
export function select(aid: Uint8Array, occurrence: 'first' | 'next' = 'first'): CommandApdu {
  return commandApdu(0x00, 0xa4, 0x04, occurrence === 'first' ? 0x00 : 0x02, aid)
}

/** What SELECT by AID asks for; an empty AID is the issuer security domain. */
export type Selection = { readonly aid: Uint8Array; readonly occurrence: 'first' | 'next'; readonly fci: boolean }

/** Card: reads a SELECT by AID. Throws `ProtocolError('apdu')` for a SELECT of another kind, `'aid'` for more than 16 octets. */
export function parseSelect(command: CommandApdu): Selection {
  checkInstruction(command, 0xa4, 'SELECT')
  const { p1, p2, data } = command
  if (p1 !== 0x04 || (p2 & ~0x0e) !== 0 || (p2 & 0x0c) === 0x08) throw new ProtocolError('apdu', 'not a SELECT by AID')
  if (data.length > 16) throw new ProtocolError('aid', 'an AID has no more than 16 octets')
  return { aid: data, occurrence: (p2 & 0x02) === 0 ? 'first' : 'next', fci: (p2 & 0x0c) !== 0x0c }
}

/** MANAGE CHANNEL (GPC 2.3.1 §11.7): opens a logical channel, or closes one. */
export function manageChannel(action: { readonly open: true } | { readonly close: number }): CommandApdu {
  return 'open' in action ? commandApdu(0x00, 0x70, 0x00, 0x00, new Uint8Array(0), 1) : commandApdu(0x00, 0x70, 0x80, action.close)
}

/** Card: reads MANAGE CHANNEL; `close` 0 is the channel it came on. Throws `ProtocolError('apdu')`. */
export function parseManageChannel(command: CommandApdu): { open: true } | { close: number } {
  checkInstruction(command, 0x70, 'MANAGE CHANNEL')
  if (command.p1 === 0x00 && command.p2 === 0x00) return { open: true }
  if (command.p1 === 0x80) return { close: command.p2 }
  throw new ProtocolError('apdu', 'MANAGE CHANNEL with unknown P1-P2')
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
