import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { ActionLogRow, NewActionLogRow } from '../db/schema.ts'
import { deriveKey } from '../crypto/seal.ts'

/** A row as its writer knows it; place and mac come with the chain. */
export type Action = Omit<NewActionLogRow, 'id' | 'mac' | 'request_at'> & { request_at: Date }

/** Why the chain does not hold, at the first row that shows it. `missing`: the row was removed. `changed`: it is not the row that was written there.
 * `head`: the record of the last row is not the one that was written. */
export type ChainFault = {
  id: number
  fault: 'changed' | 'missing' | 'head'
  /** When that row was written by its own account, or the one before it when it is missing; null: there is none. */
  at: Date | null
}

/** What a row, or the start, gives to the one after it. */
type Link = { id: number; mac: Buffer; request_at: Date | null }

const start = Buffer.alloc(32)
const pageSize = 1000

/**
 * The action log: rows numbered without a gap, each with an HMAC over the one before and itself, and a sealed head that tells the
 * last. Whoever can write to the database but does not hold the master key can't change, remove, add or reorder rows unseen.
 */
export class ActionLog {
  readonly #key: Buffer

  constructor(masterKeyHex: string) {
    this.#key = deriveKey(masterKeyHex, 'action log')
  }

  /** Writes the next row in the caller's transaction. Others wait from here until it ends: call it last. */
  async append(trx: Db, action: Action): Promise<void> {
    await trx
      .insertInto('action_log_head')
      .values({ id: 0, mac: start, seal: this.#seal(0, start) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const head = await trx.selectFrom('action_log_head').selectAll().forUpdate().executeTakeFirstOrThrow()
    const row = { ...action, id: head.id + 1 }
    const mac = this.#mac(head.mac, row)
    await trx
      .insertInto('action_logs')
      .values({ ...row, mac })
      .execute()
    await trx
      .updateTable('action_log_head')
      .set({ id: row.id, mac, seal: this.#seal(row.id, mac) })
      .execute()
  }

  /** The first row at which the chain does not hold, or null; and how many rows there are. */
  async verify(db: Db): Promise<{ rows: number; fault: ChainFault | null }> {
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        let last: Link = { id: 0, mac: start, request_at: null }
        for (;;) {
          const rows = await trx.selectFrom('action_logs').selectAll().where('id', '>', last.id).orderBy('id').limit(pageSize).execute()
          for (const row of rows) {
            const fault = this.#faultOf(row, last)
            if (fault) return { rows: last.id, fault }
            last = row
          }
          if (rows.length < pageSize) break
        }
        const head = await trx.selectFrom('action_log_head').selectAll().executeTakeFirst()
        return { rows: last.id, fault: this.#headFault(head, last) }
      })
  }

  #faultOf(row: ActionLogRow, before: Link): ChainFault | null {
    if (row.id !== before.id + 1) return { id: before.id + 1, fault: 'missing', at: before.request_at }
    if (timingSafeEqual(this.#mac(before.mac, row), digest(row.mac))) return null
    return { id: row.id, fault: 'changed', at: row.request_at }
  }

  #headFault(head: { id: number; mac: Buffer; seal: Buffer } | undefined, last: Link): ChainFault | null {
    const wrongHead: ChainFault = { id: last.id, fault: 'head', at: last.request_at }
    if (!head) return last.id === 0 ? null : wrongHead
    if (!timingSafeEqual(this.#seal(head.id, head.mac), digest(head.seal))) return wrongHead
    if (head.id > last.id) return { id: last.id + 1, fault: 'missing', at: last.request_at }
    return head.id === last.id && head.mac.equals(last.mac) ? null : wrongHead
  }

  #mac(before: Buffer, row: Omit<ActionLogRow, 'mac'> | (Action & { id: number })): Buffer {
    const fields = [
      row.id,
      row.action,
      row.url,
      row.method,
      row.request_params,
      row.request_by,
      row.member_id ?? null,
      row.api_credential_id ?? null,
      new Date(row.request_at).toISOString(),
      row.status,
      row.message ?? null,
      row.client_type,
      row.ip,
    ]
    return createHmac('sha256', this.#key).update(before).update(JSON.stringify(fields)).digest()
  }

  #seal(id: number, mac: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(`head ${id} `).update(mac).digest()
  }
}

/** Something of another length is no digest, but must still be comparable. */
const digest = (bytes: Buffer): Buffer => (bytes.length === start.length ? bytes : start)
