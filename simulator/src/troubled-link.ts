import type { Sender } from '@simdeck/protocol/ota/frame-header.ts'
import type { Clock } from './clock.ts'
import type { Link, LinkListener, OpenLink } from './link.ts'

/** The copies of one frame that arrive. Null when the connection breaks instead. */
export type Fate = { arriving: readonly { bytes: Uint8Array; afterMs: number }[]; held: Uint8Array | null } | null

/** Decides on one frame. `alone` sends bytes over another connection and ignores the answer. */
export type Trouble = (from: Sender, frame: Uint8Array, alone: (bytes: Uint8Array) => void) => Fate

export const unharmed = (bytes: Uint8Array): Fate => ({ arriving: [{ bytes, afterMs: 0 }], held: null })

/**
 * Applies `trouble` to each frame between one SIM and its server. A held frame arrives right after the next frame in the same direction,
 * over any connection.
 */
export function troubledLink(openLink: OpenLink, clock: Clock, trouble: Trouble): OpenLink {
  const held: Record<Sender, Uint8Array[]> = { card: [], server: [] }
  const passing = (from: Sender, fate: NonNullable<Fate>, deliver: (bytes: Uint8Array) => void): void => {
    for (const { bytes, afterMs } of fate.arriving) {
      if (afterMs > 0) clock.setTimer(afterMs, () => deliver(bytes))
      else deliver(bytes)
    }
    if (fate.arriving.length > 0) for (const late of held[from].splice(0)) clock.setTimer(0, () => deliver(late))
    if (fate.held) held[from].push(fate.held)
  }
  return (to, listener) => {
    let open = true
    const lose = (): void => {
      if (!open) return
      open = false
      link.close()
      listener.lost()
    }
    const alone = (bytes: Uint8Array): void => sendAlone(openLink, to, bytes)
    const link: Link = openLink(to, {
      frame: (bytes) => {
        if (!open) return
        const fate = trouble('server', bytes, alone)
        if (fate) passing('server', fate, (one) => open && listener.frame(one))
        else lose()
      },
      lost: lose,
    })
    return {
      send: (bytes) => {
        const fate = trouble('card', bytes, alone)
        if (fate) passing('card', fate, (one) => open && link.send(one))
        else clock.setTimer(0, lose)
      },
      close: () => {
        open = false
        link.close()
      },
    }
  }
}

/** Sends bytes over a connection of their own. An answer or a loss ends the connection. */
function sendAlone(openLink: OpenLink, to: Parameters<OpenLink>[0], bytes: Uint8Array): void {
  const listener: LinkListener = { frame: () => link.close(), lost: () => undefined }
  const link = openLink(to, listener)
  link.send(bytes)
}
