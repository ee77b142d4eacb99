/** A message of PostgreSQL's wire protocol (chapter 55): its type, empty for the first message of a client, and its octets. */
export type PostgresMessage = { type: string; bytes: Buffer }

const nothing = Buffer.alloc(0)

/** Splits one direction of a connection into messages. */
export class PostgresMessages {
  #pending: Buffer = nothing
  #untyped: boolean

  /** The first message of a client has no type; all others have one. */
  constructor(from: 'client' | 'server') {
    this.#untyped = from === 'client'
  }

  /** Adds octets and returns the messages that are complete. */
  read(data: Buffer): PostgresMessage[] {
    this.#pending = this.#pending.length === 0 ? data : Buffer.concat([this.#pending, data])
    const messages: PostgresMessage[] = []
    for (;;) {
      const typed = this.#untyped ? 0 : 1
      if (this.#pending.length < typed + 4) return messages
      const length = typed + this.#pending.readUInt32BE(typed)
      if (this.#pending.length < length) return messages
      const bytes = this.#pending.subarray(0, length)
      messages.push({ type: typed ? String.fromCharCode(bytes[0]!) : '', bytes })
      this.#pending = this.#pending.subarray(length)
      this.#untyped = false
    }
  }
}

/** Finds the SQL of the Query and Execute messages of one connection. */
export class PostgresStatements {
  readonly #prepared = new Map<string, string>()
  #bound = ''

  /** True once a statement has a name. Only the connections of the device port name their statements. */
  keepsPlans = false

  /** SQL that the message executes; null for other messages. */
  executedBy({ type, bytes }: PostgresMessage): string | null {
    const text = (from: number) => bytes.toString('utf8', from, bytes.indexOf(0, from))
    if (type === 'Q') return shown(text(5))
    if (type === 'P') {
      const name = text(5)
      this.keepsPlans ||= name !== ''
      this.#prepared.set(name, shown(text(5 + Buffer.byteLength(name) + 1)))
    }
    if (type === 'B') this.#bound = this.#prepared.get(text(5 + Buffer.byteLength(text(5)) + 1)) ?? ''
    return type === 'E' ? this.#bound : null
  }
}

const shown = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim()

/** True if a statement may write, end a transaction or notify. */
export function writes(sql: string): boolean {
  return (
    /^(insert|update|delete|commit|create|alter|drop|lock)\b/i.test(sql) ||
    /\bpg_notify\b/i.test(sql) ||
    (/^with\b/i.test(sql) && /\b(insert into|update|delete from)\b/i.test(sql))
  )
}
