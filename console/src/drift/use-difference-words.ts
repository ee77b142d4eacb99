import type { ContentDifference } from '@simdeck/contract/drift.ts'
import { usePackageName } from '../campaigns/package-name.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'
import { pollerSlotOf } from './poller-slot.ts'

const lock = 0x80
/** Words for a difference: `meant` for what the card should hold, null for nothing; `found` for its answer. */
export function useDifferenceWords(): (of: ContentDifference) => { meant: string | null; found: string } {
  const t = useText(driftText)
  const packageName = usePackageName()
  return ({ kind, aid, package: named, version, state, withoutApplet, protectedBy }) => {
    const slot = kind === 'poller' ? pollerSlotOf(aid) : null
    const own = slot === null ? aid : t.pollerSlot(slot)
    const name = named ? `${packageName(named)} ${named.otaVersion}` : own
    const isLocked = state !== null && (Number.parseInt(state, 16) & lock) !== 0
    if (kind === 'keyVersion') return { meant: t.recordedKeys(version ?? ''), found: t.noKeySet }
    if (kind === 'extra' || protectedBy !== null) return { meant: null, found: named ? name : [own, version].filter(Boolean).join(' ') }
    if (kind === 'missing' || state === null) return { meant: name, found: withoutApplet ? t.onlyPackage : t.nothing }
    if (kind === 'otherVersion' || (named && version !== null && version !== named.otaVersion))
      return { meant: name, found: version ?? t.nothing }
    return { meant: name, found: isLocked ? t.locked : t.state(state) }
  }
}
