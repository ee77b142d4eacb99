import { ApiError, maxFields } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { decodeCommand } from '@simdeck/protocol/apdu.ts'
import { readScript } from '@simdeck/protocol/card-files/rfm-script.ts'
import { scriptFaultTexts } from '@simdeck/protocol/card-files/script-fault-texts.ts'
import type { Words } from '@simdeck/protocol/status-words.ts'
import { messageScript, smsFaults, tooLongForMessage } from '../../platform/sms-script.ts'

const variable: Words = { ja: '変数は使えません。値を入力してください', en: 'Variables cannot be used here. Enter the value' }

/** The octets of a script, in the compact format. Throws `ApiError('invalidInput')` with the faults of its lines. */
export function compactFileScript(script: readonly string[], language: Language): Uint8Array {
  const { lines, faults } = readScript(script)
  const found = [
    ...faults.map(({ line, fault, what }) => ({ line, text: scriptFaultTexts[fault](what) })),
    ...lines.flatMap((line, at) => {
      if (!line) return []
      const variables = line.data.holes.length > 0 ? [variable] : []
      return [...variables, ...smsFaults(line, at === lines.length - 1)].map((text) => ({ line: at, text }))
    }),
  ]
  if (found.length === 0) {
    const octets = messageScript(lines.flatMap((line) => (line ? [decodeCommand(line.data.octets)] : [])))
    if (octets) return octets
    found.push({ line: lines.length - 1, text: tooLongForMessage })
  }
  const fields = found.slice(0, maxFields).map(({ line, text }) => ({ path: `script.${line}`, message: text[language] }))
  throw new ApiError('invalidInput', { fields, fieldCount: found.length })
}
