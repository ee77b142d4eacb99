import { otaKinds } from '@simdeck/contract/ota-kinds/kinds.ts'
import { textIn, useText } from '../../ui/words/text.ts'
import css from '../wizard/wizard.module.css'
import type { ConsoleKind } from './console-kind.ts'
import { pollerKindText } from './poller-kind-text.tsx'

type Name = 'poller-switch' | 'poller-keys'

/** A kind without fields: the wizard explains it. */
const kindOf = (name: Name): ConsoleKind => {
  const { words } = otaKinds[name]
  const texts = { 'poller-switch': ['switchAbout', 'switchSentence'], 'poller-keys': ['keysAbout', 'keysSentence'] } as const
  const [about, sentence] = texts[name]
  return {
    Fields: function PollerFields() {
      const t = useText(pollerKindText)
      return <p className={css.note}>{t[about]}</p>
    },
    problems: () => ({}),
    parameters: () => ({}),
    campaignName: (_, language) => words.action[language],
    sentence: (count, _, __, language) => textIn(pollerKindText, language)[sentence](count),
    share: { tone: 'chart1', words: (_, language) => words.action[language] },
    undo: (_, language) => words.undo[language],
  }
}

export const pollerSwitch = kindOf('poller-switch')
export const pollerKeys = kindOf('poller-keys')
