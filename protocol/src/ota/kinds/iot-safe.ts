import { ProtocolError } from '../../errors.ts'
import { install } from '../../gp/install.ts'
import { objectPage, type ObjectPage, provisioning, provisioningBlocks } from '../../iot-safe/provisioning.ts'
import type { JobKind, JobOutcome, JobPlan, PlainCommand, TakenAnswer } from './job-kind.ts'

/** The instance of the IoT SAFE applet whose objects are read. */
export type IotSafeParameters = { instanceAid: Uint8Array }

/** The pages that the applet answered, from the first one on. */
type IotSafeFound = { scripts: number; pages: readonly Uint8Array[] }

/** The objects of the applet as the card lists them, and the free memory of the card in octets. */
export type IotSafeObjects = Omit<ObjectPage, 'pages'>

const storeDataInstruction = 0xe2
/** Limit of pages in one script. */
const pagesAtOnce = 8
/** Limit of scripts, for a card that never ends its list. */
const maxScripts = 40

/**
 * Reads the list of objects of an IoT SAFE applet. The first page tells the number of pages; the plan `pages FROM COUNT` reads further ones.
 * The list does not change meanwhile, since the jobs of a SIM run one after the other and a device only changes contents.
 */
export const iotSafe: JobKind<IotSafeParameters, IotSafeFound> = {
  isSecured: () => true,
  commands({ instanceAid }, plan) {
    const { from, count } = pagesOfPlan(plan)
    const blocks = provisioningBlocks(Array.from({ length: count }, (_, at) => ({ kind: 'list', page: from + at })))
    return [install.encode({ kind: 'personalization', applicationAid: instanceAid }), ...blocks].map((command, at): PlainCommand => ({
      role: 'command',
      command,
      tolerated: [],
      position: at + 1,
    }))
  },
  planAfter(_, { found }) {
    const pages = pagesOf(found) ?? []
    const left = (pages[0]?.pages ?? 1) - pages.length
    return `pages ${pages.length} ${Math.max(1, Math.min(left, pagesAtOnce))}`
  },
  take,
  outcome,
}

function pagesOfPlan(plan: JobPlan): { from: number; count: number } {
  const [, from = 0, count = 1] = /^pages (\d{1,3}) (\d{1,2})$/.exec(plan) ?? []
  return { from: Number(from), count: Number(count) }
}

function take(before: IotSafeFound | null, { role, command }: PlainCommand, { data }: TakenAnswer): IotSafeFound {
  const found = before ?? { scripts: 0, pages: [] }
  if (role === 'externalAuthenticate') return { ...found, scripts: found.scripts + 1 }
  if (command.ins !== storeDataInstruction || data === null) return found
  const asked = provisioning.decode(command.data)
  // After a page that did not arrive, the next script asks for the rest.
  if (asked.kind !== 'list' || asked.page !== found.pages.length) return found
  return { ...found, pages: [...found.pages, data] }
}

function outcome(found: IotSafeFound | null): JobOutcome {
  const pages = pagesOf(found)
  if (!pages || (found?.scripts ?? 0) >= maxScripts) return 'unreadable'
  return pages.length > 0 && pages.length >= pages[0]!.pages ? 'Succeeded' : 'more'
}

function pagesOf(found: IotSafeFound | null): ObjectPage[] | null {
  try {
    return (found?.pages ?? []).map((page) => objectPage.decode(page))
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** The objects that a job has read, from its stored answers; null if the answers are no list. */
export function readIotSafeObjects(stored: unknown): IotSafeObjects | null {
  const pages = pagesOf(stored as IotSafeFound | null)
  const [first] = pages ?? []
  return pages && first ? { freeOctets: first.freeOctets, objects: pages.flatMap(({ objects }) => objects) } : null
}
