import { ApiError, maxFields } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { mostAnswerOctets, mostScriptOctets } from '@simdeck/contract/sim-sms-script.ts'
import { decodeCommand } from '@simdeck/protocol/apdu.ts'
import { holdsKeys } from '@simdeck/protocol/card-files/file-names.ts'
import { readScript, type ScriptLine } from '@simdeck/protocol/card-files/rfm-script.ts'
import { scriptFaultTexts } from '@simdeck/protocol/card-files/script-fault-texts.ts'
import { compactScript } from '@simdeck/protocol/scp80/scripts.ts'
import type { Words } from '@simdeck/protocol/status-words.ts'

const texts = {
  variable: { ja: '変数は使えません。値を入力してください', en: 'Variables cannot be used here. Enter the value' },
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

/** The octets of a script, in the compact format. Throws `ApiError('invalidInput')` with the faults of its lines. */
export function compactFileScript(script: readonly string[], language: Language): Uint8Array {
  const { lines, faults } = readScript(script)
  const found = [
    ...faults.map(({ line, fault, what }) => ({ line, text: scriptFaultTexts[fault](what) })),
    ...lines.flatMap((line, at) => faultsOf(line, at === lines.length - 1).map((text) => ({ line: at, text }))),
  ]
  if (found.length === 0) {
    const octets = compactScript.encode(lines.flatMap((line) => (line ? [decodeCommand(line.data.octets)] : [])))
    if (octets.length <= mostScriptOctets) return octets
    found.push({ line: lines.length - 1, text: texts.long })
  }
  const fields = found.slice(0, maxFields).map(({ line, text }) => ({ path: `script.${line}`, message: text[language] }))
  throw new ApiError('invalidInput', { fields, fieldCount: found.length })
}

/** The faults of a line that could run in a session, but not in one message. */
function faultsOf(line: ScriptLine | null, isLast: boolean): Words[] {
  if (!line) return []
  const { command, data, path } = line
  const reads = command.kind === 'readBinary' || command.kind === 'readRecord'
  const asks = reads || (command.kind === 'select' && command.fcp)
  return [
    ...(data.holes.length > 0 ? [texts.variable] : []),
    // The octets of a script are shown on the page of the SIM, and are in the action log.
    ...(command.kind !== 'select' && holdsKeys(path) ? [texts.keys] : []),
    ...(asks && !isLast ? [texts.notLast] : []),
    ...(reads && command.length > mostAnswerOctets ? [texts.answer] : []),
  ]
}
