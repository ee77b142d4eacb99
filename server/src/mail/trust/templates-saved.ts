import type { Db } from '../../platform/db/database.ts'
import type { ChangedBy, MailChanges } from './mail-changes.ts'
import type { MailServers } from './mail-servers.ts'
import { codeTemplateOf, storeTexts } from './trusted-texts.ts'

/**
 * Runs in the transaction that saves settings. Stores the texts of templates that carry codes under the role that set them, and notifies
 * every ROOT; returns the notified members. Ignores other settings.
 */
export type TemplatesSaved = (trx: Db, settings: readonly { key: string; value: string }[], by: ChangedBy) => Promise<number[]>

export const templatesSaved =
  (servers: MailServers, changes: MailChanges): TemplatesSaved =>
  async (trx, settings, by) => {
    const notified: number[] = []
    for (const { key, value } of settings) {
      const name = codeTemplateOf(key)
      if (name === undefined) continue
      await storeTexts(trx, name, value, by.caller.roleId)
      notified.push(...(await changes.notifyRoots(trx, name, by, await servers.confirmedId(trx))))
    }
    return notified
  }
