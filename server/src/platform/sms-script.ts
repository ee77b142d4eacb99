import { mostAnswerOctets, mostScriptOctets } from '@simdeck/contract/sim-sms-script.ts'
import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { holdsKeys } from '@simdeck/protocol/card-files/file-names.ts'
import type { ScriptLine } from '@simdeck/protocol/card-files/rfm-script.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { compactScript } from '@simdeck/protocol/scp80/scripts.ts'
import type { Words } from '@simdeck/protocol/status-words.ts'

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

export const tooLongForMessage: Words = texts.long

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
