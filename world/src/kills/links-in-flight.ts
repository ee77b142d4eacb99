import { type OpenLink, openTcpLink } from '@simdeck/simulator/link.ts'

/** Counts the cards that wait for an answer. */
export class LinksInFlight {
  #waiting = 0

  /** True when no card waits for an answer, but only for timers. */
  get quiet(): boolean {
    return this.#waiting === 0
  }

  open: OpenLink = (to, listener) => {
    let waits = false
    const wait = (now: boolean) => {
      if (waits !== now) this.#waiting += now ? 1 : -1
      waits = now
    }
    const link = openTcpLink(to, {
      frame: (frame) => {
        wait(false)
        listener.frame(frame)
      },
      lost: () => {
        wait(false)
        listener.lost()
      },
    })
    return {
      send: (frame) => {
        wait(true)
        link.send(frame)
      },
      close: () => {
        wait(false)
        link.close()
      },
    }
  }
}
