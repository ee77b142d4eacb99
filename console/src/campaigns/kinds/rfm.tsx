import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { textIn } from '../../ui/words/text.ts'
import type { ConsoleKind, FieldsProps } from './console-kind.ts'
import { ScriptField } from './ScriptField.tsx'
import { fileScriptParameters, fileScriptProblems } from './script-draft.ts'
import { scriptText } from './script-text.tsx'
import { TransportField } from './TransportField.tsx'

const { words } = otaKinds.rfm

export const rfm: ConsoleKind = {
  Fields,
  problems: fileScriptProblems,
  parameters: fileScriptParameters,
  campaignName: (subject, language) => `${words.action[language]} ${subject}`.trim(),
  sentence: (count, subject, _, language) => textIn(scriptText, language).scriptSentence(count, subject),
  share: { tone: 'chart1', words: (_, language) => words.action[language] },
  undo: (_, language) => words.undo[language],
}

function Fields(props: FieldsProps) {
  return (
    <>
      <ScriptField {...props} of="script" />
      <TransportField {...props} />
    </>
  )
}
