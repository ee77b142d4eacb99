import { ApiError, maxFields } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { mostAnswerOctets, mostScriptOctets } from '@simdeck/contract/sim-sms-script.ts'
import { type CommandApdu, decodeCommand } from '@simdeck/protocol/apdu.ts'
import { holdsKeys } from '@simdeck/protocol/card-files/file-names.ts'
import { type ScriptLine, scriptLines } from '@simdeck/protocol/card-files/rfm-script.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { compactScript } from '@simdeck/protocol/scp80/scripts.ts'
import type { Words } from '@simdeck/protocol/status-words.ts'
import type { ScriptToSend } from './send.ts'

const texts = {
  keys: {
    ja: '鍵のファイルは、SMSのスクリプトでは変更できません',
    en: 'A file with keys cannot be changed by a script that is sent by SMS',
  },
  notLast: { ja: 'データを読み取れるのは最後の行だけです', en: 'Only the last line can read data' },
  answer: {
    ja: `SMSで返せるのは${mostAnswerOctets}バイトまでです。読み取る長さを指定してください`,
    en: `The answer has at most ${mostAnswerOctets} bytes. Give the length to read`,
  },
  long: {
    ja: `スクリプトは全体で${mostScriptOctets}バイトまでです`,
    en: `The whole script has at most ${mostScriptOctets} bytes`,
  },
} satisfies Record<string, Words>

export const tooLongForMessage = texts.long

/** The faults of a line that could run in a session, but not in one message. */
export function smsFaults({ command, path }: ScriptLine, isLast: boolean): Words[] {
  const reads = command.kind === 'readBinary' || command.kind === 'readRecord'
  const asks = reads || (command.kind === 'select' && command.fcp)
  return [
    // The octets of a script are shown on the page of the SIM, and are in the action log.
    ...(command.kind !== 'select' && holdsKeys(path) ? [texts.keys] : []),
    ...(asks && !isLast ? [texts.notLast] : []),
    ...(reads && command.length > mostAnswerOctets ? [texts.answer] : []),
  ]
}

/** Throws `ApiError('invalidInput')` for a stored script that one message cannot carry; the values of variables have fixed lengths. */
export function checkFitsMessage({ row }: ScriptToSend, language: Language): void {
  const lines = scriptLines(row.lines)
  const found = lines.flatMap((line, at) => smsFaults(line, at === lines.length - 1).map((text) => ({ at, text })))
  const octets = messageScript(lines.map(({ data }) => decodeCommand(data.octets)))
  if (found.length === 0 && octets === null) found.push({ at: lines.length - 1, text: texts.long })
  if (found.length === 0) return
  const fields = found
    .slice(0, maxFields)
    .map(({ at, text }) => ({ path: 'smsTAR', message: `${{ ja: `${at + 1}行目：`, en: `Line ${at + 1}: ` }[language]}${text[language]}` }))
  throw new ApiError('invalidInput', { fields, fieldCount: found.length })
}

/** The script in the compact format; null if one message cannot carry it. */
export function messageScript(commands: readonly CommandApdu[]): Uint8Array | null {
  try {
    const octets = compactScript.encode(commands)
    return octets.length <= mostScriptOctets ? octets : null
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}
