import { type OpenLink, openTcpLink } from '@simdeck/simulator/link.ts'

/** Knows whether a card waits for an answer. */
export class LinksInFlight {
  #waiting = 0

  /** True when every card only waits for its timer. */
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
