import { completeImsi } from '@simdeck/protocol/applets/multi-imsi.ts'
import type { MultiImsiParameters } from '@simdeck/protocol/applets/multi-imsi.ts'
import type { Plmn } from '@simdeck/protocol/iccid.ts'
import type { Clock } from '../clock.ts'
import { multiImsiParametersOf } from './applet-kind.ts'

interface MultiImsiOptions {
  clock: Clock
  /** The factor by which the times of the rules are shortened. */
  speed: number
  /** The IMSI of the card itself. */
  ownImsi: string
}

/**
 * The multi-IMSI applet of a card: it chooses the IMSI by the visited network, changes to the next one after a time without service, and
 * returns to the preferred one (docs/spec-gaps.md). An IMSI has service in its home network and in the networks named with it. A card
 * without the applet has service everywhere.
 */
export class MultiImsi {
  readonly #options: MultiImsiOptions
  #text: string | null = null
  #parameters: MultiImsiParameters | null = null
  #network: Plmn | null = null
  #active = 0
  #cancelTimers: (() => void)[] = []

  constructor(options: MultiImsiOptions) {
    this.#options = options
  }

  /** The active IMSI; null without the applet. */
  get imsi(): string | null {
    const choice = this.#parameters?.imsis[this.#active]
    return choice ? completeImsi(choice.imsi, this.#options.ownImsi) : null
  }

  get hasService(): boolean {
    const choice = this.#parameters?.imsis[this.#active]
    return (
      !choice || !this.#network || choice.imsi.startsWith(this.#network.mcc + this.#network.mnc) || names(choice.networks, this.#network)
    )
  }

  /** Follows the installed applet: `text` is the value of its C9 in hex, null without an applet. */
  follow(text: string | null): void {
    if (text === this.#text) return
    this.#text = text
    this.#parameters = text === null ? null : multiImsiParametersOf(text)
    this.#choose()
  }

  /** The device comes into another network. */
  visit(network: Plmn): void {
    this.#network = network
    this.#choose()
  }

  #choose(): void {
    this.#active = this.#parameters?.byLocation || !this.#parameters?.imsis[this.#active] ? this.#preferred() : this.#active
    this.#startTimers()
  }

  /** The index of the IMSI that the rules prefer here. */
  #preferred(): number {
    const [parameters, network] = [this.#parameters, this.#network]
    if (!parameters?.byLocation || !network) return 0
    return Math.max(
      0,
      parameters.imsis.findIndex(({ networks }) => names(networks, network)),
    )
  }

  #startTimers(): void {
    for (const cancel of this.#cancelTimers) cancel()
    this.#cancelTimers = []
    const parameters = this.#parameters
    if (!parameters) return
    const { imsis, onServiceLoss, lossMinutes, returnHours, returnMinutes } = parameters
    if (onServiceLoss && !this.hasService) this.#after(lossMinutes, (this.#active + 1) % imsis.length)
    const returnAfter = returnHours * 60 + returnMinutes
    if (returnAfter > 0 && this.#active !== this.#preferred()) this.#after(returnAfter, this.#preferred())
  }

  #after(minutes: number, index: number): void {
    const { clock, speed } = this.#options
    const change = (): void => {
      this.#active = index
      this.#startTimers()
    }
    this.#cancelTimers.push(clock.setTimer((minutes * 60_000) / speed, change))
  }
}

function names(networks: readonly Plmn[], { mcc, mnc }: Plmn): boolean {
  return networks.some((one) => one.mcc === mcc && one.mnc === mnc)
}
