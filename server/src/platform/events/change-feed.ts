import { topicNames } from '@simdeck/contract/live-topics.ts'
import { type SettingKey, settingKeys, settingRules } from '@simdeck/contract/settings.ts'
import type { OpenDatabase } from '../db/database.ts'
import { listen, notify } from '../db/notifications.ts'
import type { Publish, WholeChange } from './changes.ts'

const flushMs = 200
/** Room for ids and keys of settings; a PostgreSQL notification has at most 8,000 octets. */
const charactersPerNotification = 7_000

const idLists = ['people', 'members', 'bells', ...topicNames] as const
type IdLists = Record<(typeof idLists)[number], number[]>
type Batch = IdLists & { settings: SettingKey[]; access: boolean; rereadSims: number[] | 'due' | 'all' }

const noIds = <Ids>(make: () => Ids) => Object.fromEntries(idLists.map((name) => [name, make()])) as Record<(typeof idLists)[number], Ids>
const emptyBatch = (): Batch => ({ ...noIds<number[]>(() => []), settings: [], access: false, rereadSims: [] })
/** The change with its absent fields empty. */
export const wholeChange = (change: Partial<WholeChange>): WholeChange => ({ ...emptyBatch(), queues: [], ...change })
const systemKeys = settingKeys.filter((key) => settingRules[key].type === 1)

/**
 * Carries changes to every node through PostgreSQL, in batches: notifications of about 800 ids at most every 200 ms, never one per device
 * message. After a gap in the notifications a node reads all SIMs, system settings and access restrictions again and looks for stored work.
 */
export class ChangeFeed {
  readonly #database: OpenDatabase
  readonly #url: string
  readonly #listeners = new Set<(change: WholeChange) => void>()
  readonly #pending = {
    ...noIds(() => new Set<number>()),
    access: false,
    settings: new Set<SettingKey>(),
    rereadSims: new Set<number>(),
    due: false,
    all: false,
  }
  #timer: NodeJS.Timeout | undefined
  #subscription: { ready: Promise<void>; close: () => Promise<void> } | undefined

  constructor(database: OpenDatabase, url: string) {
    this.#database = database
    this.#url = url
  }

  async start(): Promise<void> {
    this.#subscription = listen(
      this.#url,
      (payload) => this.#deliver(JSON.parse(payload) as Partial<WholeChange>),
      () => this.#deliver({ settings: systemKeys, access: true, rereadSims: 'all', queues: 'all' }),
    )
    await this.#subscription.ready
  }

  /** Registers a listener for every change of every node, including this one. */
  onChange(listener: (change: WholeChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish: Publish = (change) => {
    for (const key of idLists) for (const id of change[key] ?? []) this.#pending[key].add(id)
    for (const key of change.settings ?? []) this.#pending.settings.add(key)
    this.#pending.access ||= change.access ?? false
    if (change.rereadSims === 'all') this.#pending.all = true
    else if (change.rereadSims === 'due') this.#pending.due = true
    else for (const id of change.rereadSims ?? []) this.#pending.rereadSims.add(id)
    this.#timer ??= setTimeout(() => void this.flush(), flushMs)
  }

  /** Sends pending changes now. Changes that could not be sent stay pending. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#take()
    if (!batch) return
    try {
      await notify(this.#database, JSON.stringify(batch))
    } catch {
      // The connection was lost, or PostgreSQL is down. The next flush sends these changes together with later ones.
      this.publish(batch)
      return
    }
    await this.flush()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#subscription?.close()
  }

  #take(): Batch | null {
    const batch = { ...emptyBatch(), settings: [...this.#pending.settings] }
    this.#pending.settings.clear()
    batch.access = this.#pending.access
    this.#pending.access = false
    let room = charactersPerNotification - JSON.stringify(batch.settings).length
    let empty = batch.settings.length === 0
    for (const key of [...idLists, 'rereadSims' as const]) {
      const taken: number[] = []
      for (const id of this.#pending[key]) {
        room -= String(id).length + 1
        if (room < 0) break
        taken.push(id)
        this.#pending[key].delete(id)
      }
      batch[key] = taken
      empty &&= taken.length === 0
    }
    if (this.#pending.all) {
      batch.rereadSims = 'all'
      this.#pending.all = false
      this.#pending.due = false
      this.#pending.rereadSims.clear()
      return batch
    }
    if (this.#pending.due && empty) {
      batch.rereadSims = 'due'
      this.#pending.due = false
      return batch
    }
    return empty && !batch.access ? null : batch
  }

  /** Fields that a node of another version does not send count as unchanged. */
  #deliver(received: Partial<WholeChange>): void {
    const change = wholeChange(received)
    for (const listener of this.#listeners) listener(change)
  }
}
