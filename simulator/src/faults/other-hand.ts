import { applicationState } from '@simdeck/protocol/gp/registry.ts'
import { appletKindOf } from '../applets/applet-kind.ts'
import type { ApplicationRecord, CardNvm } from '../card/nvm.ts'
import type { ContentChange } from '../misbehaviour.ts'

/** The newest applet that is no poller. */
const otherApplet = ({ applications }: CardNvm): ApplicationRecord | undefined =>
  applications.findLast(({ loadFileAid, domain }) => domain === null && appletKindOf(loadFileAid) !== 'poller')

export const hasOtherApplet = (nvm: CardNvm): boolean => otherApplet(nvm) !== undefined

/** Changes the newest applet that is no poller, or its package, as somebody does who does not use the server. */
export function changeContent(nvm: CardNvm, change: ContentChange): void {
  const applet = otherApplet(nvm)
  if (!applet) return
  const file = nvm.loadFiles.find(({ aid }) => aid === applet.loadFileAid)
  switch (change) {
    case 'applet':
      nvm.applications = nvm.applications.filter((one) => one !== applet)
      break
    case 'package':
      nvm.applications = nvm.applications.filter(({ loadFileAid }) => loadFileAid !== applet.loadFileAid)
      nvm.loadFiles = nvm.loadFiles.filter((one) => one !== file)
      break
    case 'version':
      if (file) file.version = { ...file.version, minor: Math.max(0, file.version.minor - 1) }
      break
    case 'lock':
      applet.state |= applicationState.lockedBit
      break
  }
}
