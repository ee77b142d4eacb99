import { CardError, sw } from '../card-error.ts'
import { newChannelRam } from './channel-ram.ts'
import type { ChannelRam } from './channel-ram.ts'

/** The bits of a class byte that hold the logical channel. */
export const channelBits = 0x03

/** Logical channel 0, which is always open, and up to three more (GPC 2.3.1 §11.7). */
export class LogicalChannels {
  readonly #channels: [ChannelRam, ...(ChannelRam | null)[]] = [newChannelRam(null), null, null, null]

  /** The channel of a class byte. Throws 6E00, 6881, 6882 or 6884 for a class that this card does not know (GPC 2.3.1 §11.1.4). */
  numberOf(cla: number): number {
    if ((cla & 0x60) === 0x20 || cla === 0xff) throw new CardError(sw.unknownClass, 'an unknown class byte')
    if ((cla & 0x40) !== 0) throw new CardError(sw.unknownChannel, 'this card has no channels 4 to 19')
    if ((cla & 0x10) !== 0) throw new CardError(sw.noChaining, 'no command chaining')
    if ((cla & 0x08) !== 0) throw new CardError(sw.unknownSecureMessaging, 'secure messaging of ISO/IEC 7816-4')
    return cla & channelBits
  }

  /** The state of a channel. Throws 6881 while the channel is closed. */
  get(channel: number): ChannelRam {
    const ram = this.#channels[channel]
    if (!ram) throw new CardError(sw.unknownChannel, 'the logical channel is not open')
    return ram
  }

  /** Sets the state of a channel, and opens a closed one. */
  set(channel: number, ram: ChannelRam): void {
    this.#channels[channel] = ram
  }

  isOpen(channel: number): boolean {
    return this.#channels[channel] !== null
  }

  /** The lowest free channel number. Throws 6A81 when there is none. */
  free(): number {
    const channel = this.#channels.indexOf(null)
    if (channel < 0) throw new CardError(sw.noChannelLeft, 'all logical channels are open')
    return channel
  }

  /** Closes a channel. Throws 6200 when it is closed already. */
  close(channel: number): void {
    if (channel === 0 || channel > channelBits) throw new CardError(sw.wrongParameters, 'not a channel that can be closed')
    if (!this.#channels[channel]) throw new CardError(sw.nothingChanged, 'the logical channel is closed')
    this.#channels[channel] = null
  }

  /** The AIDs of selected applications, on any channel. */
  selected(): string[] {
    return this.#channels.flatMap((ram) => ram?.selected ?? [])
  }
}
