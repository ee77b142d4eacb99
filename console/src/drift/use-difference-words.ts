import type { ContentDifference } from '@simdeck/contract/drift.ts'
import { usePackageName } from '../campaigns/package-name.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'

const lock = 0x80

/** Words for a difference: `meant` for what the card should hold, null for nothing; `found` for its answer. */
export function useDifferenceWords(): (of: ContentDifference) => { meant: string | null; found: string } {
  const t = useText(driftText)
  const packageName = usePackageName()
  return ({ kind, aid, package: named, version, state, withoutApplet }) => {
    const name = named ? `${packageName(named)} ${named.otaVersion}` : aid
    if (kind === 'missing') return { meant: name, found: withoutApplet ? t.onlyPackage : t.nothing }
    if (kind === 'otherVersion') return { meant: name, found: version ?? t.nothing }
    if (kind === 'extra') return { meant: null, found: named ? name : [aid, version].filter(Boolean).join(' ') }
    const isLocked = state !== null && (Number.parseInt(state, 16) & lock) !== 0
    return { meant: name, found: isLocked ? t.locked : t.state(state ?? '') }
  }
}
