import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { textIn, useText } from '../../ui/words/text.ts'
import css from '../wizard/wizard.module.css'
import type { ConsoleKind } from './console-kind.ts'
import { keyRotationText } from './key-rotation-text.tsx'

const { words } = otaKinds['key-rotation']

export const keyRotation: ConsoleKind = {
  Fields,
  problems: () => ({}),
  parameters: () => ({}),
  campaignName: (_, language) => words.action[language],
  sentence: (count, _, __, language) => textIn(keyRotationText, language).sentence(count),
  share: { tone: 'chart1', words: (_, language) => words.action[language] },
  undo: (_, language) => textIn(keyRotationText, language).undo,
}

/** Explains the rotation, which has no fields to fill in. */
function Fields() {
  const t = useText(keyRotationText)
  return <p className={css.note}>{t.about}</p>
}
