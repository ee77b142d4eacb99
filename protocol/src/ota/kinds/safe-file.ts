import { concat, equalBytes } from '../../bytes.ts'
import { install } from '../../gp/install.ts'
import { fileUsages } from '../../iot-safe/objects.ts'
import { provisioning, provisioningBlocks } from '../../iot-safe/provisioning.ts'
import { fileWriting } from './file-writing.ts'
import { beginsAnew, type JobKind, type PlainCommand } from './job-kind.ts'

/** A file of the IoT SAFE applet for any use. `write` creates it, writes the content and reads it back; `remove` deletes it. */
export type SafeFileParameters = {
  instanceAid: Uint8Array
  step: 'write' | 'remove'
  fileId: Uint8Array
  label: string
  /** The octets that the file has room for. */
  capacity: number
  content: Uint8Array
}

/** The pieces of the file as the card has returned them. */
type SafeFileFound = { pieces: readonly Uint8Array[] }

const storeDataInstruction = 0xe2
const notFound = 0x6a88

/** Writes a file into the applet. Every script writes the whole file, so it can run again. Only a file that reads back octet for octet succeeds. */
export const safeFile: JobKind<SafeFileParameters, SafeFileFound> = {
  hasConfidentialAnswers: true,
  isSecured: () => true,
  commands({ instanceAid, step, fileId: id, label, capacity, content }, _, context) {
    const personalization = install.encode({ kind: 'personalization', applicationAid: instanceAid })
    const provisionings =
      step === 'remove'
        ? [{ kind: 'delete', object: { kind: 'file', id } } as const]
        : fileWriting({ id, label, capacity, usage: fileUsages.general, content }, context)
    return [personalization, ...provisioningBlocks(provisionings)].map((command, at): PlainCommand => ({
      role: 'command',
      command,
      tolerated: step === 'remove' ? [notFound] : [],
      position: at + 1,
    }))
  },
  planAfter: beginsAnew,
  take(before, { role, command }, { data }) {
    if (role === 'externalAuthenticate') return { pieces: [] }
    if (command.ins !== storeDataInstruction || data === null) return before
    return provisioning.decode(command.data).kind === 'read' ? { pieces: [...(before?.pieces ?? []), data] } : before
  },
  outcome: (found, { step, content }) =>
    step === 'remove' || equalBytes(concat(...(found?.pieces ?? [])), content) ? 'Succeeded' : 'otherContent',
}
