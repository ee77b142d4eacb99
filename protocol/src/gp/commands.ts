import { commandApdu } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import type { CommandCodec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'

function checkInstruction(command: CommandApdu, ins: number, name: string): void {
  if (command.ins !== ins) throw new ProtocolError('apdu', `not ${name}`)
}

/**
 * A SELECT by AID. An empty AID selects the issuer security domain. The AID may be a prefix; `next` then selects the next application with
 * that prefix.
 */
export type Selection = { readonly aid: Uint8Array; readonly occurrence: 'first' | 'next'; readonly fci: boolean }

/**
 * SELECT by AID (GPC 2.3.1 §11.9). By default it selects the first occurrence and asks for its FCI. `decode` throws `ProtocolError('apdu')`
 * for a SELECT of another kind and `'aid'` for more than 16 octets.
 */
export const select: CommandCodec<Selection, Pick<Selection, 'aid'> & Partial<Selection>> = {
  encode: ({ aid, occurrence = 'first', fci = true }) =>
    commandApdu(0x00, 0xa4, 0x04, (occurrence === 'first' ? 0x00 : 0x02) | (fci ? 0x00 : 0x0c), aid),
  decode: (command) => {
    checkInstruction(command, 0xa4, 'SELECT')
    const { p1, p2, data } = command
    if (p1 !== 0x04 || (p2 & ~0x0e) !== 0 || (p2 & 0x0c) === 0x08) throw new ProtocolError('apdu', 'not a SELECT by AID')
    if (data.length > 16) throw new ProtocolError('aid', 'an AID has no more than 16 octets')
    return { aid: data, occurrence: (p2 & 0x02) === 0 ? 'first' : 'next', fci: (p2 & 0x0c) !== 0x0c }
  },
}

/** MANAGE CHANNEL opens a logical channel or closes one. Number 0 closes the channel that carries the command. */
export type ChannelAction = { readonly open: true } | { readonly close: number }

/** MANAGE CHANNEL (GPC 2.3.1 §11.7). `decode` throws `ProtocolError('apdu')`. */
export const manageChannel: CommandCodec<ChannelAction> = {
  encode: (action) =>
    'open' in action ? commandApdu(0x00, 0x70, 0x00, 0x00, new Uint8Array(0), 1) : commandApdu(0x00, 0x70, 0x80, action.close),
  decode: (command) => {
    checkInstruction(command, 0x70, 'MANAGE CHANNEL')
    if (command.p1 === 0x00 && command.p2 === 0x00) return { open: true }
    if (command.p1 === 0x80) return { close: command.p2 }
    throw new ProtocolError('apdu', 'MANAGE CHANNEL with unknown P1-P2')
  },
}

/** One block of a load file. The command holds the block number modulo 256, so `decode` returns 0 to 255. */
export type LoadBlock = { readonly block: number; readonly last: boolean; readonly data: Uint8Array }

/** LOAD (GPC 2.3.1 §11.6). `decode` throws `ProtocolError('apdu')`. */
export const load: CommandCodec<LoadBlock> = {
  encode: ({ block, last, data }) => commandApdu(0x80, 0xe8, last ? 0x80 : 0x00, block % 256, data),
  decode: (command) => {
    checkInstruction(command, 0xe8, 'LOAD')
    if ((command.p1 & 0x7f) !== 0) throw new ProtocolError('apdu', 'LOAD with an unknown P1')
    return { block: command.p2, last: command.p1 === 0x80, data: command.data }
  },
}

/** Encryption (b7 b6) and structure (b5 b4) of STORE DATA. */
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

/**
 * STORE DATA (GPC 2.3.1 §11.11). By default the data is plain, has no structure, and expects no response. The block number is sent modulo
 * 256. `decode` throws `ProtocolError('apdu')`.
 */
export const storeData: CommandCodec<StoreDataBlock, Pick<StoreDataBlock, 'block' | 'last' | 'data'> & Partial<StoreDataBlock>> = {
  encode: ({ encryption = storeDataEncryption.none, structure = storeDataStructure.none, responseExpected = false, ...store }) => {
    const p1 = (store.last ? 0x80 : 0x00) | encryption | structure | (responseExpected ? 0x01 : 0x00)
    return commandApdu(0x80, 0xe2, p1, store.block % 256, store.data)
  },
  decode: (command) => {
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
  },
}
