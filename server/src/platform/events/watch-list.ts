import type { Socket } from '../http/socket.ts'

/** The ids that each socket watches: all, until the socket sends a list. */
export class WatchList {
  readonly #ofAll = new Set<Socket>()
  readonly #idsOf = new Map<Socket, ReadonlySet<number>>()
  readonly #byId = new Map<number, Set<Socket>>()

  add(socket: Socket): void {
    this.#ofAll.add(socket)
  }

  remove(socket: Socket): void {
    this.#ofAll.delete(socket)
    this.#forget(socket)
  }

  has(socket: Socket): boolean {
    return this.#ofAll.has(socket) || this.#idsOf.has(socket)
  }

  /** Limits the socket to these ids. Returns those that it did not watch before. */
  watch(socket: Socket, chosen: 'all' | readonly number[]): 'all' | readonly number[] {
    const before = this.#ofAll.has(socket) ? 'all' : this.#idsOf.get(socket)
    this.remove(socket)
    if (chosen === 'all') this.#ofAll.add(socket)
    else this.#name(socket, new Set(chosen))
    if (before === 'all') return []
    return chosen === 'all' ? chosen : chosen.filter((id) => !before?.has(id))
  }

  /** Those of the ids that at least one socket watches. */
  among(ids: readonly number[]): readonly number[] {
    return this.#ofAll.size > 0 ? ids : ids.filter((id) => this.#byId.has(id))
  }

  /** All ids that a socket named. */
  named(): Iterable<number> {
    return this.#byId.keys()
  }

  *of(id: number): Generator<Socket> {
    yield* this.#ofAll
    yield* this.#byId.get(id) ?? []
  }

  #name(socket: Socket, ids: ReadonlySet<number>): void {
    this.#idsOf.set(socket, ids)
    for (const id of ids) {
      const sockets = this.#byId.get(id)
      if (sockets) sockets.add(socket)
      else this.#byId.set(id, new Set([socket]))
    }
  }

  #forget(socket: Socket): void {
    for (const id of this.#idsOf.get(socket) ?? []) {
      const sockets = this.#byId.get(id)
      sockets?.delete(socket)
      if (sockets?.size === 0) this.#byId.delete(id)
    }
    this.#idsOf.delete(socket)
  }
}
