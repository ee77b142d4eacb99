import type { WholeChange } from '../platform/events/changes.ts'
import type { Sockets } from '../platform/events/sockets.ts'
import type { Db } from '../platform/db/database.ts'
import { ownSettings, systemSettings } from './settings.ts'

/** Sends saved settings to the sockets: system settings to everybody, user settings to their member. */
export async function pushSettings(
  { db, sockets }: { db: Db; sockets: Sockets },
  { settings, members }: Pick<WholeChange, 'settings' | 'members'>,
): Promise<void> {
  if (settings.length > 0 && sockets.count > 0)
    sockets.send({ event: 'SETTINGS_UPDATED', settings: await systemSettings(db, settings) }, 'everybody')
  for (const memberId of members)
    if (sockets.hasMember(memberId)) sockets.send({ event: 'SETTINGS_UPDATED', settings: await ownSettings(db, memberId) }, memberId)
}
