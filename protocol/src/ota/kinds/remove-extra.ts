import { formatAid } from '../../aid.ts'
import type { RegistryEntry } from '../../gp/registry.ts'
import { contentDigest } from '../content-digest.ts'
import { allPages, type Inventory, inventory, type InventoryFound, readInventory } from './inventory.ts'
import type { JobKind, JobOutcome, JobPlan, LeftScript, TakenAnswer } from './job-kind.ts'
import { remove, type RemoveParameters } from './remove.ts'

/**
 * `digest`: that of the content by which the removal was decided. `hasOtherApplets`: the package has applets that whoever confirmed the
 * removal did not know, so it stays.
 */
type RemoveExtraParameters = Omit<RemoveParameters, 'fault'> & { digest: number; hasOtherApplets?: boolean }

type RemoveExtraFound = { read: InventoryFound | null; isGone: boolean }

const nothingFound: RemoveExtraFound = { read: null, isGone: false }

const removal = 'remove'
/** Precedes the plans after a script whose DELETE may have run. */
const tried = 'tried '
const isTried = (plan: JobPlan): boolean => plan.startsWith(tried)
const withoutTried = (plan: JobPlan): JobPlan => (isTried(plan) ? plan.slice(tried.length) : plan)
const isRemoval = (plan: JobPlan): boolean => withoutTried(plan) === removal
/** Precedes the plan of a script that reads everything, whatever was read before. */
const anew = 'anew '
const pagesOf = (plan: JobPlan): JobPlan => withoutTried(plan).replace(anew, '')
const readingAnew = (plan: JobPlan, found: RemoveExtraFound | null): JobPlan =>
  `${isTried(plan) ? tried : ''}${anew}${allPages(pagesOf(plan), found?.read ?? null)}`

/**
 * Reads the content of the card, and removes a part of it if the card still holds what it held when the removal was decided. Other
 * content may be another version under the same AID, or have applets that nobody has seen. A removal in doubt begins with the reading again,
 * and so does every session: any time may lie between two of them.
 */
export const removeExtra: JobKind<RemoveExtraParameters, RemoveExtraFound> = {
  runsInOneSession: true,
  isSecured: () => true,
  planToBegin: (_, { plan, found, opensSession }) => (opensSession ? readingAnew(plan, found) : plan),
  commands: (parameters, plan, context) =>
    isRemoval(plan) ? remove.commands(parameters, plan, context) : inventory.commands({}, pagesOf(plan), context),

  planAfter(parameters, { plan, found, ...left }: LeftScript<RemoveExtraFound>) {
    if (isRemoval(plan)) return `${tried}again`
    // Of a script that did not run to its end, what it has read may be mixed with older answers.
    if (left.acked < left.script.length) return readingAnew(plan, found)
    const outcome = removeExtra.outcome!(found, parameters, plan)
    const read = found?.read ?? null
    const isRead = inventory.outcome!(read, {}, plan) === 'Succeeded'
    const others = () => inventory.planAfter({}, { ...left, plan: pagesOf(plan), found: read })
    const next = !isRead ? others() : outcome === 'more' ? removal : 'again'
    return isTried(plan) ? `${tried}${next}` : next
  },

  take(before, command, answer: TakenAnswer) {
    const found = before ?? nothingFound
    const begins = command.role === 'externalAuthenticate' && withoutTried(answer.plan).startsWith(anew)
    const read = begins && found.read ? { scripts: found.read.scripts } : found.read
    if (!isRemoval(answer.plan)) return { ...found, read: inventory.take!(read, command, answer) }
    const removed = remove.take!(null, command, { ...answer, plan: isTried(answer.plan) ? 'again' : 'first' })
    return { ...found, isGone: removed?.notFound ?? found.isGone }
  },

  outcome(stored, { packageAid, digest, hasOtherApplets }, plan): JobOutcome {
    const { read, isGone } = stored ?? nothingFound
    if (isRemoval(plan)) return isGone ? 'NotFound' : 'Succeeded'
    const outcome = inventory.outcome!(read, {}, plan)
    const content = outcome === 'Succeeded' ? readInventory(read) : null
    if (!content) return outcome
    if (!holds(content, formatAid(packageAid))) return isTried(plan) ? 'Succeeded' : 'NotFound'
    if (digestOf(content) !== digest) return 'contentChanged'
    return hasOtherApplets ? 'otherApplets' : 'more'
  },
}

/** The content that the card listed before the removal, from the stored answers; null if it is not known as a whole. */
export function contentRead(stored: unknown): Inventory | null {
  const { read } = (stored as RemoveExtraFound | null) ?? nothingFound
  return read && inventory.outcome!(read, {}, 'first') === 'Succeeded' ? readInventory(read) : null
}

const holds = ({ applications, loadFiles }: Inventory, aid: string): boolean =>
  [...applications, ...loadFiles].some((one) => formatAid(one.aid) === aid)

function digestOf({ applications, loadFiles }: Inventory): number {
  const state = (one: RegistryEntry) => ({ aid: formatAid(one.aid), state: one.state.toString(16) })
  const version = ({ aid, loadFileVersion: found }: RegistryEntry) => ({
    aid: formatAid(aid),
    version: found && `${found.major}.${found.minor}`,
  })
  return contentDigest({ applications: applications.map(state), loadFiles: loadFiles.map(version) })
}
