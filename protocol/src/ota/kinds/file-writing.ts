import { access, type SafeObject } from '../../iot-safe/objects.ts'
import { type ProvisioningCommand, readPiece, updateOverhead } from '../../iot-safe/provisioning.ts'
import { maxPlainDataLength } from '../../scp03/level.ts'
import { largestCommand, wrappedLength } from '../chunk.ts'
import type { ScriptContext } from './job-kind.ts'

/** A file of the IoT SAFE applet: its name on the card, its capacity in octets, its use (`fileUsages`) and its content. */
export type WrittenFile = { id: Uint8Array; label: string; capacity: number; usage: number; content: Uint8Array }

/**
 * The commands that create a file which a device can read, write it in pieces that fit the frames of the card, and read it back. They can
 * run again.
 */
export function fileWriting({ id, label, capacity, usage, content }: WrittenFile, context: ScriptContext): ProvisioningCommand[] {
  const file = { kind: 'file', id } as const
  const object: SafeObject = { ...file, label, access: access.read, isActivated: false, file: { size: capacity, usage } }
  const piece = updatePieceOf(context)
  const updates = offsetsOf(content.length, piece).map((offset): ProvisioningCommand => {
    const end = Math.min(content.length, offset + piece)
    return { kind: 'update', file, offset, data: content.subarray(offset, end), total: end === content.length ? end : null }
  })
  const reads = offsetsOf(content.length, readPiece).map((offset): ProvisioningCommand => ({
    kind: 'read',
    object: file,
    offset,
    length: Math.min(readPiece, content.length - offset),
  }))
  return [{ kind: 'create', object }, ...updates, ...reads]
}

/** Octets of a file that one `update` writes. */
function updatePieceOf({ cut, wrapping }: ScriptContext): number {
  const largest = largestCommand(cut)
  let plain = wrapping ? maxPlainDataLength(wrapping.level, wrapping.macLength) : 255
  while (plain > updateOverhead && wrappedLength(plain, false, wrapping) > largest) plain--
  return Math.max(1, plain - updateOverhead)
}

const offsetsOf = (length: number, piece: number): number[] => Array.from({ length: Math.ceil(length / piece) }, (_, at) => at * piece)
