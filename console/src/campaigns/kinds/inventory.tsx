import { useText } from '../../ui/words/text.ts'
import css from '../wizard/wizard.module.css'
import { kindText } from './kind-text.tsx'
import type { ConsoleKind } from './console-kind.ts'

export const inventory: ConsoleKind = {
  Fields,
  campaignName: (_, t) => t.inventory,
  sentence: (count, _, __, t) => t.sayInventory(count),
  undo: (_, t) => t.inventoryUndoWords,
}

/** There is nothing to choose. */
function Fields() {
  const t = useText(kindText)
  return <p className={css.note}>{t.inventoryWords}</p>
}
