import { ApiError, maxFields } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { readRemoteConfig } from '@simdeck/protocol/card-files/remote-config.ts'
import { readScript } from '@simdeck/protocol/card-files/rfm-script.ts'
import { ScriptError, type ScriptFault } from '@simdeck/protocol/card-files/script-error.ts'
import { scriptFaultTexts } from '@simdeck/protocol/card-files/script-fault-texts.ts'
import { readTemplate, type ScriptData, templateText } from '@simdeck/protocol/card-files/template.ts'

const messageOf = (fault: ScriptFault, what: string, language: Language): string => scriptFaultTexts[fault](what)[language]

/** The data of a remote configuration as it is stored. Throws `ApiError('invalidInput')` with its fault. */
export function checkedConfig(text: string, format: 'tlv' | 'hex', language: Language): string {
  try {
    return templateText(readRemoteConfig(text, format))
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error
    throw new ApiError('invalidInput', { fields: [{ path: 'script', message: messageOf(error.fault, error.what, language) }] })
  }
}

/** The commands of a script as they are stored. Throws `ApiError('invalidInput')` with the faults of its lines. */
export function checkedCommands(texts: readonly string[], language: Language): string[] {
  const { lines, faults } = readScript(texts)
  if (faults.length > 0) {
    const fields = faults.slice(0, maxFields).map(({ line, fault, what }) => ({
      path: `script.${line}`,
      message: messageOf(fault, what, language),
    }))
    throw new ApiError('invalidInput', { fields, fieldCount: faults.length })
  }
  return lines.flatMap((line) => (line ? [templateText(line.data)] : []))
}

/** Lines of hex with variables. Throws `ApiError('invalidInput')` for the first fault. */
export function readLines(texts: readonly string[], language: Language): ScriptData[] {
  return texts.map((text, at) => {
    try {
      return readTemplate(text)
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error
      throw new ApiError('invalidInput', { fields: [{ path: `lines.${at}`, message: messageOf(error.fault, error.what, language) }] })
    }
  })
}
