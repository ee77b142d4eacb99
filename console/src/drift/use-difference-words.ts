import type { ContentDifference } from '@simdeck/contract/drift.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { usePackageName } from '../campaigns/package-name.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'

const lock = 0x80
/** The common prefix of the AIDs of each poller slot. */
const pollerSlots = [
  { name: 'A', digits: fixedAids.pollerA.packageAid.slice(0, 22) },
  { name: 'B', digits: fixedAids.pollerB.packageAid.slice(0, 22) },
]

/** Words for a difference: `meant` for what the card should hold, null for nothing; `found` for its answer. */
export function useDifferenceWords(): (of: ContentDifference) => { meant: string | null; found: string } {
  const t = useText(driftText)
  const packageName = usePackageName()
  const slotName = (aid: string): string => {
    const slot = pollerSlots.find(({ digits }) => aid.startsWith(digits))
    return slot ? t.pollerSlot(slot.name) : aid
  }
  return ({ kind, aid, package: named, version, state, withoutApplet, protectedBy }) => {
    const own = kind === 'poller' ? slotName(aid) : aid
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
