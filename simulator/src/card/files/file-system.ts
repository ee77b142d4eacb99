import { bytesOf, concat, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { imsiFile } from '@simdeck/protocol/card-files/template.ts'
import { iccidToBytes, plmnToBytes } from '@simdeck/protocol/iccid.ts'

/** A condition for an access to a file. `adm1` and `adm2` are keys of the issuer. */
export type Access = 'always' | 'pin' | 'adm1' | 'adm2' | 'never'

/** The rights of a card's files in its memory: the subscription that they describe, and the contents that were changed, in hex by path. */
export interface FileSystemRecord {
  iccid: string
  imsi: string
  changed: Record<string, string>
  /** Wrong presentations of ADM1 that are left. */
  admTries?: number
}

/** A file below the MF, whose `path` leaves out the MF. `records` is the length of a record of a linear fixed file. */
export type CardFile = { path: readonly number[] } & (
  | { kind: 'folder' }
  | { kind: 'transparent'; content: Uint8Array; read: Access; update: Access }
  | { kind: 'records'; content: Uint8Array; recordLength: number; read: Access; update: Access }
)
export type ElementaryFile = Exclude<CardFile, { kind: 'folder' }>

export const usim = 0x7fff
const telecom = 0x7f10
/** AID of the USIM: 3GPP, application 1002 (ETSI TS 101 220). */
export const usimAid = 'A0000000871002FFFFFFFF8907090000'

const filled = (length: number): Uint8Array => new Uint8Array(length).fill(0xff)
const text = (value: string, length: number): Uint8Array => {
  const octets = new TextEncoder().encode(value)
  return concat(octets, filled(length - octets.length))
}

const transparent = (path: readonly number[], content: Uint8Array, read: Access, update: Access): CardFile => ({
  kind: 'transparent',
  path,
  content,
  read,
  update,
})

const records = (path: readonly number[], all: readonly Uint8Array[], read: Access, update: Access): CardFile => ({
  kind: 'records',
  path,
  content: concat(...all),
  recordLength: all[0]?.length ?? 0,
  read,
  update,
})

/** An entry of EF.DIR for the USIM (ETSI TS 102 221 §13.1). */
const directory = concat(fromHex('61184f10'), fromHex(usimAid), fromHex('50045553494d'), filled(12))
/** SMS parameters without a name: only the protocol identifier, the coding scheme and the validity are given. */
const smsParameters = concat(filled(14), bytesOf(0xfd), filled(24), fromHex('0000ad'))

function telecomFiles(folder: number): CardFile[] {
  return [
    records(
      [folder, 0x6f3b],
      Array.from({ length: 5 }, () => filled(28)),
      'pin',
      'adm1',
    ),
    records(
      [folder, 0x6f3c],
      Array.from({ length: 5 }, () => concat(bytesOf(0x00), filled(175))),
      'pin',
      'pin',
    ),
    records([folder, 0x6f40], [filled(28), filled(28)], 'pin', 'pin'),
    records([folder, 0x6f42], [smsParameters, smsParameters], 'pin', 'pin'),
    transparent([folder, 0x6f43], filled(2), 'pin', 'pin'),
  ]
}

/** The files of a card as it leaves the factory (3GPP TS 31.102, ETSI TS 102 221). */
function factoryFiles({ iccid, imsi }: FileSystemRecord): CardFile[] {
  const home = plmnToBytes({ mcc: imsi.slice(0, 3), mnc: imsi.slice(3, 5) })
  const networks = concat(home, fromHex('4000'), ...Array.from({ length: 7 }, () => fromHex('ffffff0000')))
  const control = 1 << Number(imsi.at(-1))
  return [
    { kind: 'folder', path: [] },
    records([0x2f00], [directory], 'always', 'adm1'),
    transparent([0x2f05], fromHex('6a61656effff'), 'always', 'pin'),
    records([0x2f06], [concat(fromHex('8001019000800102a406830101950108'), filled(16))], 'always', 'adm2'),
    transparent([0x2fe2], iccidToBytes(iccid), 'always', 'never'),
    { kind: 'folder', path: [telecom] },
    records(
      [telecom, 0x6f3a],
      Array.from({ length: 10 }, () => filled(28)),
      'pin',
      'pin',
    ),
    ...telecomFiles(telecom),
    { kind: 'folder', path: [usim] },
    transparent([usim, 0x6f05], fromHex('6a61656e'), 'always', 'pin'),
    records([usim, 0x6f06], [concat(fromHex('8001019000800102a406830101950108'), filled(16))], 'always', 'adm2'),
    transparent([usim, 0x6f07], imsiFile(imsi), 'pin', 'adm1'),
    transparent([usim, 0x6f08], concat(bytesOf(0x07), filled(32)), 'pin', 'pin'),
    transparent([usim, 0x6f09], concat(bytesOf(0x07), filled(32)), 'pin', 'pin'),
    transparent([usim, 0x6f31], bytesOf(0x05), 'pin', 'adm1'),
    transparent([usim, 0x6f38], fromHex('9efbb71c8c5c00'), 'pin', 'adm1'),
    ...telecomFiles(usim),
    transparent([usim, 0x6f46], concat(bytesOf(0x01), text('Simdeck', 16)), 'always', 'adm1'),
    transparent([usim, 0x6f56], bytesOf(0x00), 'pin', 'adm2'),
    transparent([usim, 0x6f5b], fromHex('f00000f00000'), 'pin', 'pin'),
    transparent([usim, 0x6f5c], filled(3), 'pin', 'adm1'),
    transparent([usim, 0x6f60], networks, 'pin', 'pin'),
    transparent([usim, 0x6f61], networks, 'pin', 'adm1'),
    transparent([usim, 0x6f62], concat(home, fromHex('4000')), 'pin', 'adm1'),
    transparent([usim, 0x6f73], concat(filled(7), fromHex('0000ff01'), filled(3)), 'pin', 'pin'),
    transparent([usim, 0x6f78], bytesOf(control >> 8, control & 0xff), 'pin', 'adm1'),
    transparent([usim, 0x6f7b], filled(12), 'pin', 'pin'),
    transparent([usim, 0x6f7e], concat(filled(7), fromHex('0000ff01')), 'pin', 'pin'),
    transparent([usim, 0x6fad], fromHex('00000002'), 'always', 'adm1'),
    records([usim, 0x6fb7], [fromHex('11f0ffff00'), fromHex('11f9ffff00')], 'always', 'adm1'),
    records([usim, 0x6fc5], [filled(24)], 'always', 'adm1'),
    records([usim, 0x6fc6], [filled(8)], 'always', 'adm1'),
  ]
}

const keyOf = (path: readonly number[]): string => path.map((id) => id.toString(16).padStart(4, '0')).join('')

/** The files of a card. Their contents are in its memory, so they survive a reset. */
export class FileSystem {
  readonly #record: FileSystemRecord
  readonly #files: ReadonlyMap<string, CardFile>

  constructor(record: FileSystemRecord) {
    this.#record = record
    this.#files = new Map(factoryFiles(record).map((one) => [keyOf(one.path), one]))
  }

  get record(): FileSystemRecord {
    return this.#record
  }

  at(path: readonly number[]): CardFile | null {
    return this.#files.get(keyOf(path)) ?? null
  }

  contentOf({ path, content }: ElementaryFile): Uint8Array {
    const changed = this.#record.changed[keyOf(path)]
    return changed === undefined ? content : fromHex(changed)
  }

  /** Replaces the octets from `offset` on. */
  write(file: ElementaryFile, offset: number, data: Uint8Array): void {
    const content = this.contentOf(file).slice()
    content.set(data, offset)
    this.#record.changed[keyOf(file.path)] = toHex(content)
  }
}
