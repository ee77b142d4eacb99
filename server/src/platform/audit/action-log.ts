import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { ActionLogRow, NewActionLogRow } from '../db/schema.ts'
import { deriveKey } from '../crypto/seal.ts'

/** A row without the fields that the chain adds: number and MAC. */
export type Action = Omit<NewActionLogRow, 'id' | 'mac' | 'request_at'> & { request_at: Date }

/** The columns of an action that the server does itself, without a call. */
export const byServer = {
  request_by: 'server',
  member_id: null,
  api_credential_id: null,
  status: 200,
  message: null,
  client_type: 'WEB_UI',
  ip: '',
} satisfies Partial<Action>

/**
 * The first fault of the chain, at the first affected row. `missing`: the row was removed. `changed`: it differs from the row that was
 * written. `head`: the record of the last row is not the one that was written.
 */
export type ChainFault = {
  id: number
  fault: 'changed' | 'missing' | 'head'
  /** The time in that row, or in the one before if it is missing; null if there is none. */
  at: Date | null
}

/** The fields of a row, or of the start of the chain, on which the next row depends. */
type Link = { id: number; mac: Buffer; request_at: Date | null }

export type ChainPart = { rows: number; total: number; done: boolean; fault: ChainFault | null }

const start = Buffer.alloc(32)
const pageSize = 1000

/**
 * The action log: rows numbered without a gap, each with an HMAC over the previous row and itself, and a sealed head that records the last
 * row. A writer to the database without the master key cannot change, remove, add or reorder rows unnoticed.
 */
export class ActionLog {
  readonly #key: Buffer

  constructor(masterKeyHex: string) {
    this.#key = deriveKey(masterKeyHex, 'action log')
  }

  /** Writes the next row in the caller's transaction. Call it last, because other writers wait from here until the transaction ends. */
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

  /** The first fault of the chain, or null, and the number of rows up to it. */
  async verify(db: Db): Promise<{ rows: number; fault: ChainFault | null }> {
    const { rows, fault } = await this.verifyPart(db, { after: 0, most: Infinity })
    return { rows, fault }
  }

  /** Checks at most `most` rows after row `after`. `rows` is the last row without a fault, `total` the last one that was written. */
  async verifyPart(db: Db, { after, most }: { after: number; most: number }): Promise<ChainPart> {
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const head = await trx.selectFrom('action_log_head').selectAll().executeTakeFirst()
        const total = head?.id ?? 0
        let last: Link | undefined = after === 0 ? { id: 0, mac: start, request_at: null } : await linkOf(trx, after)
        if (!last) return { rows: after - 1, total, done: true, fault: { id: after, fault: 'missing', at: null } }
        while (last.id < after + most) {
          const wanted = Math.min(pageSize, after + most - last.id)
          const rows = await trx.selectFrom('action_logs').selectAll().where('id', '>', last.id).orderBy('id').limit(wanted).execute()
          for (const row of rows) {
            const fault = this.#faultOf(row, last)
            if (fault) return { rows: last.id, total, done: true, fault }
            last = row
          }
          if (rows.length < wanted) return { rows: last.id, total, done: true, fault: this.#headFault(head, last) }
        }
        return { rows: last.id, total, done: false, fault: null }
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
      ...subjectFields(row),
    ]
    return createHmac('sha256', this.#key).update(before).update(JSON.stringify(fields)).digest()
  }

  #seal(id: number, mac: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(`head ${id} `).update(mac).digest()
  }
}

const linkOf = (trx: Db, id: number): Promise<Link | undefined> =>
  trx.selectFrom('action_logs').select(['id', 'mac', 'request_at']).where('id', '=', id).executeTakeFirst()

/** The fields of a row that names no record and no values are those of earlier versions, so that their MACs stay valid. */
const subjectFields = ({ subjects = [], subject_name: name = null, changes = null }: Partial<ActionLogRow>): unknown[] =>
  subjects.length === 0 && name === null && changes === null ? [] : [subjects, name, changes]

/** The value in a form that `timingSafeEqual` accepts: zeros instead of a value that has not the length of a digest. */
const digest = (bytes: Buffer): Buffer => (bytes.length === start.length ? bytes : start)
