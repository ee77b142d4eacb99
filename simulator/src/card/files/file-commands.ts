import { type CommandApdu, leAny, responseApdu, type ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, concat, fromHex, Reader, uint } from '@simdeck/protocol/bytes.ts'
import { encodeTlv } from '@simdeck/protocol/tlv.ts'
import { CardError, sw } from '../../card-error.ts'
import { checkAccess, type Rights } from './access.ts'
import { type CardFile, type ElementaryFile, type FileSystem, usim, usimAid } from './file-system.ts'

/** The path of the selected file of a logical channel; empty for the MF. */
export type SelectedFile = readonly number[]

export const masterFile: SelectedFile = []
export const usimFile: SelectedFile = [usim]

const byId = 0x00
const parent = 0x03
const fromMasterFile = 0x08
const fromFolder = 0x09
const withFcp = 0x04
const withoutData = 0x0c
const absolute = 0x04
const masterFileId = 0x3f00

export const fileInstructions: readonly number[] = [0xb0, 0xb2, 0xd6, 0xdc]

/** True for a SELECT of a file; all others select applications. */
export const selectsFile = ({ p1 }: CommandApdu): boolean => [byId, parent, fromMasterFile, fromFolder].includes(p1)

const folderOf = (files: FileSystem, selected: SelectedFile): SelectedFile =>
  files.at(selected)?.kind === 'folder' ? selected : selected.slice(0, -1)

/** SELECT of a file (ETSI TS 102 221 §11.1.1): the file that is selected then, and the answer. A refused SELECT changes nothing. */
export function selectFile(
  files: FileSystem,
  before: SelectedFile,
  command: CommandApdu,
): { selected: SelectedFile; response: ResponseApdu } {
  const { p1, p2, data } = command
  if (p2 !== withFcp && p2 !== withoutData) throw new CardError(sw.wrongParameters, 'SELECT of a file has P2 04 or 0C')
  const ids = idsOf(data)
  const folder = folderOf(files, before)
  const found = pathOf(files, { p1, ids, folder })
  const file = files.at(found)
  if (!file) throw new CardError(sw.notFound, 'no such file')
  return { selected: found, response: responseApdu(sw.ok, p2 === withFcp ? controlParameters(files, file) : bytesOf()) }
}

function idsOf(data: Uint8Array): number[] {
  if (data.length % 2 !== 0) throw new CardError(sw.wrongLength, 'a file identifier has two octets')
  const reader = new Reader(data)
  const ids: number[] = []
  while (reader.remaining > 0) ids.push(reader.uint(2))
  return ids
}

function pathOf(files: FileSystem, { p1, ids, folder }: { p1: number; ids: readonly number[]; folder: SelectedFile }): SelectedFile {
  if (p1 === parent) {
    if (ids.length > 0) throw new CardError(sw.wrongLength, 'SELECT of the parent has no data')
    return folder.slice(0, -1)
  }
  if (ids.length === 0) {
    if (p1 !== byId) throw new CardError(sw.wrongLength, 'a path has a file identifier')
    return masterFile
  }
  if (p1 === fromMasterFile) return ids
  if (p1 === fromFolder) return [...folder, ...ids]
  const [id = 0] = ids
  if (ids.length > 1) throw new CardError(sw.wrongLength, 'SELECT by identifier has two octets')
  if (id === masterFileId) return masterFile
  const near = [[...folder, id], [...folder.slice(0, -1), id], id === usim ? usimFile : []]
  return near.find((path) => path.length > 0 && files.at(path)) ?? [...folder, id]
}

/** File control parameters (ETSI TS 102 221 §11.1.1.3). */
function controlParameters(files: FileSystem, file: CardFile): Uint8Array {
  const id = uint(file.path.at(-1) ?? masterFileId, 2)
  const isUsim = file.path.length === 1 && file.path[0] === usim
  const lifeCycle = encodeTlv(0x8a, bytesOf(0x05))
  const rules = encodeTlv(0x8b, fromHex('2f0601'))
  const inside =
    file.kind === 'folder'
      ? [
          encodeTlv(0x82, fromHex('7821')),
          isUsim ? encodeTlv(0x84, fromHex(usimAid)) : encodeTlv(0x83, id),
          lifeCycle,
          rules,
          encodeTlv(0xc6, fromHex('90010083010183010a')),
        ]
      : [encodeTlv(0x82, descriptorOf(file)), encodeTlv(0x83, id), lifeCycle, rules, encodeTlv(0x80, uint(files.contentOf(file).length, 2))]
  return encodeTlv(0x62, concat(...inside))
}

function descriptorOf(file: ElementaryFile): Uint8Array {
  if (file.kind === 'transparent') return fromHex('4121')
  return concat(fromHex('4221'), uint(file.recordLength, 2), uint(file.content.length / file.recordLength, 1))
}

/** READ and UPDATE of the selected file, in octets or records (ETSI TS 102 221 §11.1.3 to §11.1.6). */
export function runFileCommand(files: FileSystem, selected: SelectedFile, rights: Rights, command: CommandApdu): ResponseApdu {
  const file = files.at(selected)
  if (!file || file.kind === 'folder') throw new CardError(sw.noElementaryFile, 'no elementary file is selected')
  const isUpdate = command.ins === 0xd6 || command.ins === 0xdc
  const isBinary = command.ins === 0xb0 || command.ins === 0xd6
  if ((file.kind === 'transparent') !== isBinary) throw new CardError(sw.wrongFileType, 'the command does not suit the file')
  checkAccess(isUpdate ? file.update : file.read, rights)
  const { from, length } = isBinary ? octetsAt(files, file, command) : recordAt(files, file, command)
  if (isUpdate) return update(files, file, { from, length, isBinary }, command)
  return read(files.contentOf(file).subarray(from, from + length), command, isBinary)
}

function octetsAt(files: FileSystem, file: ElementaryFile, { p1, p2 }: CommandApdu): { from: number; length: number } {
  if (p1 >= 0x80) throw new CardError(sw.wrongParameters, 'this card has no short file identifiers')
  const from = p1 * 256 + p2
  const { length } = files.contentOf(file)
  if (from >= length) throw new CardError(sw.outOfRange, 'the offset is outside of the file')
  return { from, length: length - from }
}

function recordAt(files: FileSystem, file: ElementaryFile, { p1, p2 }: CommandApdu): { from: number; length: number } {
  const length = file.kind === 'records' ? file.recordLength : 0
  if (p2 !== absolute) throw new CardError(sw.wrongParameters, 'this card reads records by their number')
  if (p1 === 0 || p1 * length > files.contentOf(file).length) throw new CardError(sw.recordNotFound, 'no such record')
  return { from: (p1 - 1) * length, length }
}

function read(content: Uint8Array, { le, data }: CommandApdu, isBinary: boolean): ResponseApdu {
  if (data.length > 0) throw new CardError(sw.wrongLength, 'a READ has no data')
  const wanted = le ?? leAny
  if (wanted === leAny) return responseApdu(sw.ok, content.subarray(0, leAny))
  if (wanted > content.length || (!isBinary && wanted !== content.length)) throw new CardError(0x6c00 | content.length, 'wrong Le')
  return responseApdu(sw.ok, content.subarray(0, wanted))
}

function update(
  files: FileSystem,
  file: ElementaryFile,
  { from, length, isBinary }: { from: number; length: number; isBinary: boolean },
  { data }: CommandApdu,
): ResponseApdu {
  if (data.length === 0 || data.length > length || (!isBinary && data.length !== length))
    throw new CardError(sw.wrongLength, 'the data does not fit the file')
  files.write(file, from, data)
  return responseApdu(sw.ok)
}
