import type { LineFault, ScriptLine } from '@simdeck/protocol/card-files/rfm-script.ts'
import { scriptFaultTexts } from '@simdeck/protocol/card-files/script-fault-texts.ts'
import { useLanguage } from '../ui/words/language.ts'
import { useText } from '../ui/words/text.ts'
import { commandName, fileName, lineWords, valuesText } from './line-words.ts'
import { scriptText } from './script-text.ts'
import css from './scripts.module.css'

interface ScriptLinesProps {
  script: readonly string[]
  /** Null for a line with a fault. */
  lines: readonly (ScriptLine | null)[]
  faults: readonly LineFault[]
}

/** The lines of a script with the name of their command and file, or with their fault. */
export function ScriptLines({ script, lines, faults }: ScriptLinesProps) {
  const t = useText(scriptText)
  const language = useLanguage()
  return (
    <ol className={css.lines}>
      {script.map((text, at) => {
        const line = lines[at]
        const fault = faults.find((one) => one.line === at)
        return (
          <li key={at} className={css.line}>
            <span className={css.number}>{at + 1}</span>
            <span className={css.code}>{text}</span>
            {line && (
              <span>
                <b>{fileName(line)}</b> {commandName(line)} · {lineWords(line, t, language)}
                {valuesText(line, language) && <span className={css.note}> · {valuesText(line, language)}</span>}
              </span>
            )}
            {fault && <span className={css.fault}>{scriptFaultTexts[fault.fault](fault.what)[language]}</span>}
          </li>
        )
      })}
    </ol>
  )
}
