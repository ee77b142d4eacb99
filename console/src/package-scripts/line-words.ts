import { type FileCommand, fileCommand } from '@simdeck/protocol/card-files/file-commands.ts'
import { knownFile, pathText } from '@simdeck/protocol/card-files/file-names.ts'
import { fileValues, type FileValue } from '@simdeck/protocol/card-files/file-values.ts'
import type { ScriptLine } from '@simdeck/protocol/card-files/rfm-script.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Translations } from '../ui/words/text.ts'
import type { scriptText } from './script-text.ts'

const names: Record<FileCommand['kind'], string> = {
  select: 'SELECT',
  readBinary: 'READ BINARY',
  updateBinary: 'UPDATE BINARY',
  readRecord: 'READ RECORD',
  updateRecord: 'UPDATE RECORD',
}

export const commandName = ({ command }: Pick<ScriptLine, 'command'>): string => names[command.kind]

/** The name of the file of a line; its path for a file that is not standard. */
export const fileName = ({ path }: Pick<ScriptLine, 'path'>): string => knownFile(path)?.name ?? pathText(path)

/** The effect of a line in words. */
export function lineWords({ command, path }: ScriptLine, t: Translations<typeof scriptText>, language: Language): string {
  switch (command.kind) {
    case 'select':
      return t.open(knownFile(path)?.words[language] ?? pathText(path))
    case 'readBinary':
      return command.length === 256 ? t.readAll : t.readAt(formatNumber(command.offset), formatNumber(command.length))
    case 'updateBinary':
      return t.writeAt(formatNumber(command.offset), formatNumber(command.data.length))
    case 'readRecord':
      return t.readRecord(formatNumber(command.record))
    case 'updateRecord':
      return t.writeRecord(formatNumber(command.record))
  }
}

/** The values that a line writes into a standard file, such as `1 999-70 · LTE`; empty for none, and if they differ from SIM to SIM. */
export function valuesText({ command, path, data }: ScriptLine, language: Language): string {
  if (!('data' in command) || data.holes.length > 0) return ''
  const values = fileValues(path, command.data, 'offset' in command ? command.offset : 0)
  const words = (text: FileValue['value']): string => (typeof text === 'string' ? text : text[language])
  return values.map(({ name, value }) => `${words(name)} ${words(value)}`).join(language === 'ja' ? '、' : ', ')
}

/** Hex of a SELECT of the file at that path. */
export function selectText(path: readonly number[]): string {
  const { data } = fileCommand.encode({ kind: 'select', path, fcp: false })
  const hex = Array.from(data, (octet) => octet.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
  return `00A40804${data.length.toString(16).padStart(2, '0').toUpperCase()}${hex}`
}
