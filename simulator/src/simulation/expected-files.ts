import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { responseApdu } from '@simdeck/protocol/apdu.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { fileCommand } from '@simdeck/protocol/card-files/file-commands.ts'
import type { RfmParameters } from '@simdeck/protocol/ota/kinds/rfm.ts'
import { CardError } from '../card-error.ts'
import { masterFile, runFileCommand, selectFile } from '../card/files/file-commands.ts'
import type { SelectedFile } from '../card/files/file-commands.ts'
import { FileSystem } from '../card/files/file-system.ts'
import type { ElementaryFile, FileSystemRecord } from '../card/files/file-system.ts'

type Path = readonly number[]
/** `isWanted`: the command asks for data, so its answer has to arrive. */
export type ExpectedAnswer = ResponseApdu & { isWanted: boolean }

/** The answers that a script on files keeps, by the index of their line, and the contents of its files afterwards, in hex. */
export interface Expected {
  before: ReadonlyMap<number, ExpectedAnswer>
  lines: ReadonlyMap<number, ExpectedAnswer>
  after: ReadonlyMap<number, ExpectedAnswer>
  contents: readonly (readonly [Path, string])[]
  /** The status word that ends the script; null if the card refuses nothing. */
  refusal: number | null
}

const ok = 0x9000
const isSame = (one: Path, other: Path): boolean => one.join() === other.join()

/** Runs the commands one after the other on files of its own, without any interruption. */
class PlainFiles {
  readonly files: FileSystem
  #selected: SelectedFile = masterFile

  constructor({ iccid, imsi, changed }: FileSystemRecord) {
    this.files = new FileSystem({ iccid, imsi, changed: { ...changed } })
  }

  run(command: CommandApdu): ExpectedAnswer {
    return { ...this.#answer(command), isWanted: command.le !== null }
  }

  #answer(command: CommandApdu): ResponseApdu {
    try {
      if (fileCommand.decode(command).kind !== 'select') {
        return runFileCommand(this.files, this.#selected, { remote: true, verified: [] }, command)
      }
      const { selected, response } = selectFile(this.files, this.#selected, command)
      this.#selected = selected
      return response
    } catch (error) {
      if (error instanceof CardError) return responseApdu(error.sw)
      throw error
    }
  }
}

/** The expectation for a script on files with this content. Contents of `secret` files are never read. */
export function expectedOf(record: FileSystemRecord, { lines, readsBack }: RfmParameters, secret: readonly Path[]): Expected {
  const plain = new PlainFiles(record)
  const answers = {
    before: new Map<number, ExpectedAnswer>(),
    lines: new Map<number, ExpectedAnswer>(),
    after: new Map<number, ExpectedAnswer>(),
  }
  const result = (refusal: number | null): Expected => {
    const elementary = lines
      .flatMap(({ path }) => plain.files.at(path) ?? [])
      .filter((file): file is ElementaryFile => file.kind !== 'folder')
    return { ...answers, refusal, contents: elementary.map((file) => [file.path, toHex(plain.files.contentOf(file))]) }
  }
  const reads = lines.map(({ apdu, path }) => (readsBack && !secret.some((one) => isSame(one, path)) ? readOf(apdu) : null))
  for (const [at, read] of reads.entries()) {
    if (!read) continue
    const selected = plain.run(fileCommand.encode({ kind: 'select', path: lines[at]!.path, fcp: false }))
    if (selected.sw !== ok) return result(selected.sw)
    answers.before.set(at, plain.run(read))
  }
  for (const [at, { apdu }] of lines.entries()) {
    const answer = plain.run(apdu)
    if (answer.sw !== ok) return result(answer.sw)
    answers.lines.set(at, answer)
    const read = reads[at]
    if (read) answers.after.set(at, plain.run(read))
  }
  return result(null)
}

/** READ of what an update changes; null for another command. */
function readOf(apdu: CommandApdu): CommandApdu | null {
  const command = fileCommand.decode(apdu)
  if (command.kind === 'updateBinary')
    return fileCommand.encode({ kind: 'readBinary', offset: command.offset, length: command.data.length })
  if (command.kind !== 'updateRecord') return null
  return fileCommand.encode({ kind: 'readRecord', record: command.record, length: command.data.length })
}
