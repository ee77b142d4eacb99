import { endCertificates } from '../certificate-authority/devices/issue.ts'
import type { Db } from '../platform/db/database.ts'
import { endFiles } from '../safe-files/ota.ts'
import { recordStandbyPoller } from './poller-queries.ts'
import { recordOtherApplet } from './queries.ts'

/** Records the other applet that the SIM holds now, null for none. The keys, certificates and files of the one before are gone with it. */
export async function recordHeldApplet(trx: Db, simId: number, held: Parameters<typeof recordOtherApplet>[2]): Promise<void> {
  await recordOtherApplet(trx, simId, held)
  await endCertificates(trx, simId)
  await endFiles(trx, simId)
}

/** Records a poller that was found on the card as the standby poller. */
export const recordFoundPoller = (trx: Db, simId: number, instanceAid: string): Promise<void> =>
  recordStandbyPoller(trx, simId, instanceAid)
