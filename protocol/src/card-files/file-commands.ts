import { type CommandApdu, commandApdu, leAny } from '../apdu.ts'
import type { CommandCodec } from '../codec.ts'
import { concat, Reader, uint } from '../bytes.ts'
import { ScriptError } from './script-error.ts'

/**
 * A command of remote file management (ETSI TS 102 226 §8.2.1, TS 102 221 §11.1). Records are named by their number, so each command can
 * be repeated. A path leads from the MF and leaves it out; an empty path is the MF itself. A `length` is that of the wanted data, 256 for all of a file.
 */
export type FileCommand =
  | { kind: 'select'; path: readonly number[]; fcp: boolean }
  | { kind: 'readBinary'; offset: number; length: number }
  | { kind: 'updateBinary'; offset: number; data: Uint8Array }
  | { kind: 'readRecord'; record: number; length: number }
  | { kind: 'updateRecord'; record: number; data: Uint8Array }

export const fileInstruction = { select: 0xa4, readBinary: 0xb0, readRecord: 0xb2, updateBinary: 0xd6, updateRecord: 0xdc } as const

export const masterFile = 0x3f00
/** The largest offset; P1 with its highest bit set names a file instead (ISO/IEC 7816-4 §7.2.2). */
const maxOffset = 0x7fff
const maxPathLength = 4
/** P2 for a record by its number. */
const absolute = 0x04

/** The commands of remote file management. `decode` throws `ScriptError`. */
export const fileCommand: CommandCodec<FileCommand> = {
  encode(command) {
    switch (command.kind) {
      case 'select':
        return selectPath(command.path, command.fcp)
      case 'readBinary':
        return commandApdu(0x00, fileInstruction.readBinary, command.offset >> 8, command.offset & 0xff, undefined, command.length)
      case 'updateBinary':
        return commandApdu(0x00, fileInstruction.updateBinary, command.offset >> 8, command.offset & 0xff, command.data)
      case 'readRecord':
        return commandApdu(0x00, fileInstruction.readRecord, command.record, absolute, undefined, command.length)
      case 'updateRecord':
        return commandApdu(0x00, fileInstruction.updateRecord, command.record, absolute, command.data)
    }
  },
  decode(apdu) {
    if (apdu.cla !== 0x00) throw new ScriptError('command')
    switch (apdu.ins) {
      case fileInstruction.select:
        return readSelect(apdu)
      case fileInstruction.readBinary:
        return { kind: 'readBinary', offset: offsetOf(apdu), length: wanted(apdu) }
      case fileInstruction.updateBinary:
        return { kind: 'updateBinary', offset: offsetOf(apdu), data: given(apdu) }
      case fileInstruction.readRecord:
        return { kind: 'readRecord', record: recordOf(apdu), length: wanted(apdu) }
      case fileInstruction.updateRecord:
        return { kind: 'updateRecord', record: recordOf(apdu), data: given(apdu) }
      default:
        throw new ScriptError('instruction')
    }
  },
}

/** SELECT by path from the MF, with or without the file control parameters in the answer. */
function selectPath(path: readonly number[], fcp: boolean): CommandApdu {
  const le = fcp ? leAny : null
  if (path.length === 0) return commandApdu(0x00, fileInstruction.select, 0x00, fcp ? 0x04 : 0x0c, uint(masterFile, 2), le)
  return commandApdu(0x00, fileInstruction.select, 0x08, fcp ? 0x04 : 0x0c, concat(...path.map((id) => uint(id, 2))), le)
}

function readSelect({ p1, p2, data, le }: CommandApdu): FileCommand {
  const isMasterFile = p1 === 0x00 && data.length === 2 && data[0] === 0x3f && data[1] === 0x00
  if ((p1 !== 0x08 && !isMasterFile) || (p2 !== 0x04 && p2 !== 0x0c)) throw new ScriptError('select')
  if (data.length === 0 || data.length % 2 !== 0 || data.length > 2 * maxPathLength) throw new ScriptError('path')
  const reader = new Reader(data)
  const path: number[] = []
  while (reader.remaining > 0) path.push(reader.uint(2))
  if (path[0] === masterFile && !isMasterFile) throw new ScriptError('path')
  return { kind: 'select', path: isMasterFile ? [] : path, fcp: le !== null }
}

function offsetOf({ p1, p2 }: CommandApdu): number {
  const offset = p1 * 256 + p2
  if (offset > maxOffset) throw new ScriptError('offset')
  return offset
}

function recordOf({ p1, p2 }: CommandApdu): number {
  if (p1 === 0 || p1 === 0xff || p2 !== absolute) throw new ScriptError('record')
  return p1
}

function wanted({ data, le }: CommandApdu): number {
  if (data.length > 0 || le === null) throw new ScriptError('dataLength')
  return le
}

function given({ data, le }: CommandApdu): Uint8Array {
  if (data.length === 0 || le !== null) throw new ScriptError('dataLength')
  return data
}
