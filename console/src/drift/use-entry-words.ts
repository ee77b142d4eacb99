import type { InventoryEntry } from '@simdeck/contract/sim-inventory.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { usePackageName } from '../campaigns/package-name.ts'
import { useText } from '../ui/words/text.ts'
import { driftText } from './drift-text.ts'
import { pollerSlotOf } from './poller-slot.ts'

const lock = 0x80
const installed = 0x03
const selectable = 0x07
const personalized = 0x0f

/** Name and life cycle state of an entry of a card among all its entries. An applet has the name of its package, a poller that of its slot. */
export function useEntryWords(entries: readonly InventoryEntry[]) {
  const t = useText(driftText)
  const packageName = usePackageName()
  const nameOf = ({ kind, aid, package: named, loadFileAID }: InventoryEntry): string => {
    const slot = pollerSlotOf(aid)
    if (slot !== null) return t.pollerSlot(slot)
    const owner = named ?? (kind === 'application' ? entries.find((one) => one.aid === loadFileAID)?.package : null)
    if (owner) return packageName(owner)
    const isOurs = ({ packageAid, moduleAid }: { packageAid: string; moduleAid: string }): boolean =>
      packageAid === aid || moduleAid === aid || packageAid === loadFileAID
    const ours = Object.values(fixedAids).find(isOurs)
    return ours ? packageName({ packageAID: ours.packageAid, name: aid }) : aid
  }
  const stateOf = ({ kind, state }: InventoryEntry): string => {
    if (state === null) return ''
    const value = Number.parseInt(state, 16)
    if (kind === 'loadFile') return value === 1 ? t.loaded : t.state(state)
    if ((value & lock) !== 0) return t.locked
    return { [installed]: t.installed, [selectable]: t.selectable, [personalized]: t.personalized }[value] ?? t.state(state)
  }
  return { nameOf, stateOf }
}
