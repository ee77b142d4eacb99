import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { textIn } from '../../ui/words/text.ts'
import type { ConsoleKind, FieldsProps } from './console-kind.ts'
import { ScriptField } from './ScriptField.tsx'
import { scriptParameters, scriptProblems } from './script-draft.ts'
import { scriptText } from './script-text.tsx'

const { words } = otaKinds['store-data']

export const storeData: ConsoleKind = {
  Fields,
  problems: scriptProblems,
  parameters: scriptParameters,
  campaignName: (subject, language) => `${words.action[language]} ${subject}`.trim(),
  sentence: (count, subject, _, language) => textIn(scriptText, language).configSentence(count, subject),
  share: { tone: 'chart1', words: (_, language) => words.action[language] },
  undo: (_, language) => words.undo[language],
}

function Fields(props: FieldsProps) {
  return <ScriptField {...props} of="config" />
}
