import { ApiError, maxFields } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { decodeCommand } from '@simdeck/protocol/apdu.ts'
import { scriptLines } from '@simdeck/protocol/card-files/rfm-script.ts'
import type { Words } from '@simdeck/protocol/status-words.ts'
import { messageScript, smsFaults, tooLongForMessage } from '../platform/sms-script.ts'
import type { ScriptToSend } from './send.ts'

/** Throws `ApiError('invalidInput')` for a stored script that one message cannot carry; the values of variables have fixed lengths. */
export function checkFitsMessage({ row }: ScriptToSend, language: Language): void {
  const lines = scriptLines(row.lines)
  const found: { at: number; text: Words }[] = lines.flatMap((line, at) =>
    smsFaults(line, at === lines.length - 1).map((text) => ({ at, text })),
  )
  const octets = messageScript(lines.map(({ data }) => decodeCommand(data.octets)))
  if (found.length === 0 && octets === null) found.push({ at: lines.length - 1, text: tooLongForMessage })
  if (found.length === 0) return
  const fields = found
    .slice(0, maxFields)
    .map(({ at, text }) => ({ path: 'smsTAR', message: `${{ ja: `${at + 1}行目：`, en: `Line ${at + 1}: ` }[language]}${text[language]}` }))
  throw new ApiError('invalidInput', { fields, fieldCount: found.length })
}
