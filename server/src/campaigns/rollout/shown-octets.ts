import type { OpenRollout } from './queries.ts'

/** The octets that consoles show, as this node published them last. They move in steps of half a percent of the budget. */
export class ShownOctets {
  #shown = new Map<number, number>()

  /** The campaigns whose octets have moved by a step since the last call. */
  moved(campaigns: readonly Pick<OpenRollout, 'id' | 'octets' | 'rollout'>[]): number[] {
    const shown = new Map<number, number>()
    const moved: number[] = []
    for (const { id, octets, rollout } of campaigns) {
      if (octets === null || !rollout.octetsInAll) continue
      const step = Math.floor((200 * octets) / rollout.octetsInAll)
      if (step !== (this.#shown.get(id) ?? 0)) moved.push(id)
      shown.set(id, step)
    }
    this.#shown = shown
    return moved
  }
}
