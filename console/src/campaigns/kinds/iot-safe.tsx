import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { textIn, useText } from '../../ui/words/text.ts'
import css from '../wizard/wizard.module.css'
import { wizardText } from '../wizard/wizard-text.tsx'
import { kindText } from './kind-text.tsx'
import type { ConsoleKind } from './console-kind.ts'

const { words } = otaKinds['iot-safe']

export const iotSafe: ConsoleKind = {
  Fields,
  problems: () => ({}),
  parameters: () => ({}),
  campaignName: (_, language) => words.action[language],
  sentence: (count, _, __, language) => textIn(kindText, language).iotSafeSentence(count),
  share: { tone: 'chart1', words: (_, language) => textIn(wizardText, language).read },
  undo: (_, language) => words.undo[language],
}

/** Explains the reading, which has no fields to fill in. */
function Fields() {
  const t = useText(kindText)
  return <p className={css.note}>{t.iotSafeWords}</p>
}
