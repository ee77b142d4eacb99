import type { Socket } from './socket.ts'

/** Which sockets want to hear of which SIMs: of all, until they say of which. */
export class Watchers {
  readonly #ofAll = new Set<Socket>()
  readonly #simsOf = new Map<Socket, ReadonlySet<number>>()
  readonly #bySim = new Map<number, Set<Socket>>()

  add(socket: Socket): void {
    this.#ofAll.add(socket)
  }

  remove(socket: Socket): void {
    this.#ofAll.delete(socket)
    this.#forget(socket)
  }

  has(socket: Socket): boolean {
    return this.#ofAll.has(socket) || this.#simsOf.has(socket)
  }

  /** From now on these only. Answers those among them that the socket did not hear of before. */
  watch(socket: Socket, simIds: readonly number[]): number[] {
    const before = this.#simsOf.get(socket)
    const added = this.#ofAll.has(socket) ? [] : simIds.filter((simId) => !before?.has(simId))
    this.remove(socket)
    this.#simsOf.set(socket, new Set(simIds))
    for (const simId of simIds) {
      const sockets = this.#bySim.get(simId)
      if (sockets) sockets.add(socket)
      else this.#bySim.set(simId, new Set([socket]))
    }
    return added
  }

  /** Those of the SIMs that somebody wants to hear of. */
  among(simIds: readonly number[]): readonly number[] {
    return this.#ofAll.size > 0 ? simIds : simIds.filter((simId) => this.#bySim.has(simId))
  }

  /** Every SIM that a socket named. */
  named(): Iterable<number> {
    return this.#bySim.keys()
  }

  *of(simId: number): Generator<Socket> {
    yield* this.#ofAll
    yield* this.#bySim.get(simId) ?? []
  }

  #forget(socket: Socket): void {
    for (const simId of this.#simsOf.get(socket) ?? []) {
      const sockets = this.#bySim.get(simId)
      sockets?.delete(socket)
      if (sockets?.size === 0) this.#bySim.delete(simId)
    }
    this.#simsOf.delete(socket)
  }
}
