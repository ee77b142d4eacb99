import type { MailSettings } from '@simdeck/contract/mail.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { type Range, readRange } from '../../platform/http/ranges.ts'
import type { Config } from '../../config.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import { type MailServer, mailServerOfEnvironment, noMailServer, shownEnvironment } from './mail-server.ts'
import * as queries from './queries.ts'

export type SavedServer = queries.MailServerRow

const passwordAt = (id: number) => ({ table: 'mail_settings', row: String(id), column: 'password' })
const anyRole = roleIds.MEMBER

/**
 * Selects the mail server: that of the environment, which counts as ROOT's, else one of the settings. A mail to a member uses the newest
 * server that a role at least as high as the member's set or confirmed, so that a lower role cannot read the codes.
 */
export class MailServers {
  readonly environment: MailServer | null
  readonly #sealer: Sealer
  readonly #reach: readonly Range[]

  constructor(config: Config, sealer: Sealer) {
    this.environment = mailServerOfEnvironment(config)
    this.#sealer = sealer
    this.#reach = config.SMTP_PRIVATE_RANGES.flatMap((text) => readRange(text) ?? [])
  }

  /** True if there is a server for a member of that role. Role null: for mails without a member. */
  async isConfiguredFor(db: Db, role: number | null): Promise<boolean> {
    if (this.environment) return true
    const row = await queries.selectServer(db, role ?? anyRole)
    return row !== undefined && !row.removed
  }

  /** The server for mails to that role; null if there is none. Throws if its password cannot be decrypted. */
  async forRole(db: Db, role: number | null): Promise<MailServer | null> {
    return this.environment ?? this.#opened(await queries.selectServer(db, role ?? anyRole))
  }

  /** The server with that id, even if another one is configured meanwhile; null if it was deleted or records the removal of a server. */
  async byId(db: Db, id: number): Promise<MailServer | null> {
    return this.environment ?? this.#opened(await queries.selectServerById(db, id))
  }

  /** The current settings, locked until the transaction ends. */
  async lock(trx: Db): Promise<SavedServer | undefined> {
    await queries.lockMail(trx)
    return queries.selectServer(trx, anyRole)
  }

  /** The server for notifications to ROOTs; null if no ROOT confirmed one, or the environment sets it. */
  async confirmedId(trx: Db): Promise<number | null> {
    if (this.environment) return null
    const row = await queries.selectServer(trx, roleIds.ROOT)
    return row && !row.removed ? row.id : null
  }

  /** Stores a server. `password` is plain text; empty for none. */
  async save(trx: Db, values: Omit<queries.MailServerValues, 'removed' | 'trusted_by'>, password: string, role: number): Promise<void> {
    const id = await queries.insertServer(trx, { ...values, removed: false, trusted_by: role })
    if (password !== '') await queries.writePassword(trx, id, this.#sealer.seal(Buffer.from(password), passwordAt(id)))
  }

  async remove(trx: Db, role: number): Promise<void> {
    const { port, security, username, from_address, from_name, host } = noMailServer
    await queries.insertServer(trx, { host, port, security, username, from_address, from_name, removed: true, trusted_by: role })
  }

  async confirm(trx: Db, id: number, role: number): Promise<void> {
    await queries.writeServerTrust(trx, id, role)
  }

  passwordOf(row: SavedServer): string {
    return row.password ? Buffer.from(this.#sealer.open(row.password, passwordAt(row.id))).toString('utf8') : ''
  }

  /** The settings without the password. */
  async shown(db: Db): Promise<MailSettings> {
    if (this.environment) return shownEnvironment(this.environment)
    const row = await queries.selectServer(db, anyRole)
    if (!row) return noMailServer
    const { id, password, trusted_by, removed, ...values } = row
    const source = removed ? 'none' : 'settings'
    return { ...values, has_password: password !== null, source, version: id, confirmed: trusted_by === roleIds.ROOT }
  }

  async sweep(db: Db): Promise<void> {
    await queries.deleteUnusedServers(db)
    await queries.deleteOldChanges(db)
  }

  #opened(row: SavedServer | undefined): MailServer | null {
    if (!row || row.removed) return null
    return { ...row, password: this.passwordOf(row), fromAddress: row.from_address, fromName: row.from_name, reach: this.#reach }
  }
}

/** The current role of a member; undefined if the member was deleted. */
export const roleOfMember = queries.roleOf
