import { formatAid } from '@simdeck/protocol/aid.ts'
import { readInventory } from '@simdeck/protocol/ota/kinds/inventory.ts'
import { libraries } from '../card/libraries.ts'
import { same } from './task.ts'
import type { Check, Task } from './task.ts'

const versionText = (version: { major: number; minor: number } | null): string => (version ? `${version.major}.${version.minor}` : '')

/** The answers that the job kept list the card as it was. */
const listsTheCard: Check = ({ found, registry }) => {
  const read = readInventory(found)
  if (!read) return 'the answers are no registry'
  const files = [...libraries.map((one) => ({ ...one, version: versionText(one) })), ...registry.loadFiles]
  const held = [...registry.applications.map(({ aid }) => aid), ...files.map(({ aid, version }) => `${aid} ${version}`)]
  const listed = [
    ...read.applications.map(({ aid }) => formatAid(aid)),
    ...read.loadFiles.map(({ aid, loadFileVersion }) => `${formatAid(aid)} ${versionText(loadFileVersion)}`),
  ]
  return same('the list', listed.join(), held.join())
}

export const inventoryTask: Task = {
  job: { kind: 'inventory' },
  subject: 'the list of the content',
  ends: new Map([['Succeeded', listsTheCard]]),
  withoutChannel: () => null,
}
