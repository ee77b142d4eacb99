import type { SocketEvent } from '@simdeck/contract/events.ts'
import { endedTaskStates } from '@simdeck/contract/tasks.ts'
import type { Db } from '../db/database.ts'
import { tasksByIds } from '../tasks/task-shape.ts'

const onceInMs = 1_000

/** Tells how tasks go on: each at most once a second, and always how it stands at last. */
export class TaskNews {
  readonly #db: Db
  readonly #tell: (event: SocketEvent) => void
  readonly #changed = new Set<number>()
  /** Tasks that were told of and have not ended: after a gap in the news they may have. */
  readonly #open = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #toldAt = 0
  #pushing = false
  #closed = false

  constructor(db: Db, tell: (event: SocketEvent) => void) {
    this.#db = db
    this.#tell = tell
  }

  add(ids: readonly number[], afterGap = false): void {
    for (const id of ids) this.#changed.add(id)
    if (afterGap) for (const id of this.#open) this.#changed.add(id)
    this.#plan()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #plan(): void {
    if (this.#closed || this.#pushing || this.#changed.size === 0) return
    this.#timer ??= setTimeout(() => void this.#push(), Math.max(0, this.#toldAt + onceInMs - Date.now()))
  }

  async #push(): Promise<void> {
    const ids = [...this.#changed]
    this.#changed.clear()
    this.#toldAt = Date.now()
    this.#timer = undefined
    this.#pushing = true
    try {
      for (const task of await tasksByIds(this.#db, ids)) {
        if (endedTaskStates.includes(task.state)) this.#open.delete(task.id)
        else this.#open.add(task.id)
        this.#tell({ event: 'TASK_UPDATED', task })
      }
    } catch {
      for (const id of ids) this.#changed.add(id)
    }
    this.#pushing = false
    this.#plan()
  }
}
