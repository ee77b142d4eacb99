import type { FileManagementResult } from '@simdeck/contract/package-scripts.ts'
import { readScript, type ScriptLine } from '@simdeck/protocol/card-files/rfm-script.ts'

/** The content that a line has read or changed in a file, in hex; null for a content that could not be read. */
export interface FilePart {
  line: number
  path: readonly number[]
  /** The first octet, or the number of the record. */
  offset: number
  record: number | null
  state: 'changed' | 'same' | 'read' | 'refused'
  before: string | null
  after: string | null
  /** False if the card was not asked for the content around a change, such as by SMS. */
  isAsked: boolean
}

const dataOf = (answer: FileManagementResult['lines'][number]['answer']): string | null =>
  answer?.sw.startsWith('9') && answer.data !== '' ? answer.data : null

/** The lines of a result, each with its command; null for a line that cannot be read any more. */
export const linesOf = ({ lines }: FileManagementResult): (ScriptLine | null)[] => readScript(lines.map(({ text }) => text)).lines

/** The parts of files that the lines have read, changed or tried to change, in the order of the lines. */
export function filePartsOf(result: FileManagementResult): FilePart[] {
  return linesOf(result).flatMap((line, at): FilePart[] => {
    const answers = result.lines[at]
    if (!line || !answers || line.command.kind === 'select') return []
    const { command, path } = line
    const record = 'record' in command ? command.record : null
    const offset = 'offset' in command ? command.offset : 0
    const isRead = command.kind === 'readBinary' || command.kind === 'readRecord'
    const isAsked = isRead || answers.before !== null || answers.after !== null
    const part = { line: at, path, offset, record, isAsked }
    if (isRead) return answers.answer ? [{ ...part, state: 'read', before: null, after: dataOf(answers.answer) }] : []
    const [before, after] = [dataOf(answers.before), dataOf(answers.after)]
    if (answers.answer) return [{ ...part, state: before !== null && before === after ? 'same' : 'changed', before, after }]
    return at === result.failedLine ? [{ ...part, state: 'refused', before, after }] : []
  })
}
