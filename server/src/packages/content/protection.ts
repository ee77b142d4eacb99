import type { ContentDifference } from '@simdeck/contract/drift.ts'
import { pollerSlots } from '../poller-slots.ts'
import type { StoredEntry } from '../tables.ts'
import type { Listed } from './compare.ts'
import type { MeantContent } from './meant.ts'

type Needed = Pick<MeantContent, 'pollers' | 'securityDomain'>

/** The privilege Security Domain, in the first octet (GPC 2.3.1 §11.1.2). */
const securityDomainBit = 0x80
/** The life cycle state of a security domain with keys of its own (GPC 2.3.1 §11.1.1). */
const personalized = 0x0f

/** True for the AID of a package or an instance of our poller. */
export const isInPollerSlot = (aid: string): boolean => pollerSlots.some(({ slot }) => aid.startsWith(slot))

/** The instances of our pollers that a card lists. */
export const pollersOf = ({ applications }: Listed): string[] => applications.map(({ aid }) => aid).filter(isInPollerSlot)

/** True for an entry whose kind the card has not told, or that an earlier version stored. */
const isUntold = ({ privileges }: StoredEntry): boolean => typeof privileges !== 'string'

/**
 * The reason for which no OTA removes content by an AID, with all applets of its load file: a poller, a security domain in use, or
 * an applet of which the card has not told that it is neither. Null if nothing does.
 */
export function protectionsOf(
  { loadFiles, applications }: Listed,
  { pollers, securityDomain }: Needed,
): (aid: string) => ContentDifference['protectedBy'] {
  const modules = new Set(loadFiles.flatMap((file) => file.modules))
  const domainsWithContent = new Set(
    [...loadFiles, ...applications].flatMap(({ aid, domain }) => (domain && domain !== aid ? [domain] : [])),
  )
  /** True for an applet of which the card tells no load file. */
  const isOrphan = ({ aid, load_file: owner }: StoredEntry) => owner === null && !modules.has(aid)
  const hasUntoldOrphan = applications.some((one) => isUntold(one) && isOrphan(one))
  const hasPollerOfUnknownFile = pollers.some((poller) => {
    const found = applications.find(({ aid }) => aid === poller)
    return !isInPollerSlot(poller) && (!found || isOrphan(found))
  })
  const isPoller = (aid: string) => isInPollerSlot(aid) || pollers.includes(aid)
  const isDomainInUse = ({ aid, privileges, state }: StoredEntry) => {
    if (typeof privileges !== 'string' || (Number.parseInt(privileges.slice(0, 2), 16) & securityDomainBit) === 0) return false
    return (Number.parseInt(state, 16) & personalized) === personalized || domainsWithContent.has(aid)
  }
  return (aid) => {
    const file = loadFiles.find((one) => one.aid === aid)
    const lost = applications.filter((one) => one.aid === aid || (file && isOf(one, file)))
    if (aid === securityDomain || lost.some((one) => one.aid === securityDomain)) return 'securityDomain'
    if (isPoller(aid) || lost.some((one) => isPoller(one.aid)) || (file && hasPollerOfUnknownFile)) return 'poller'
    if (lost.some(isDomainInUse)) return 'securityDomain'
    const mayBelong = file ? hasUntoldOrphan : lost.length === 0
    return mayBelong || lost.some(isUntold) ? 'unknown' : null
  }
}

/** True for an instance of the load file. A card that does not tell the load file of an instance is judged by the modules. */
const isOf = ({ aid, load_file: owner }: StoredEntry, file: StoredEntry): boolean =>
  owner === file.aid || (owner === null && file.modules.includes(aid))
