import { deviceStep } from '@simdeck/protocol/ota/device-session.ts'
import type { VirtualCard } from '../card/card.ts'
import type { CardNvm } from '../card/nvm.ts'
import type { Clock } from '../clock.ts'
import type { OpenLink } from '../link.ts'
import { Occasions } from '../misbehaviour.ts'
import type { CardMisbehaviour, ContentChange, Misbehaviour, NetworkMisbehaviour, PollerMisbehaviour } from '../misbehaviour.ts'
import { troubledLink } from '../troubled-link.ts'
import type { Execute } from '../virtual-sim.ts'
import { CardFaults } from './card-faults.ts'
import { changeContent, hasOtherApplet } from './other-hand.ts'
import { networkFaults } from './network-faults.ts'
import { misbehavingStep } from './poller-faults.ts'

/** The part of a SIM in which a fault arises. */
const layers = {
  drop: 'network',
  double: 'network',
  delay: 'network',
  reorder: 'network',
  truncate: 'network',
  changeOctet: 'network',
  wrongMac: 'network',
  loseConnection: 'network',
  replayPoll: 'network',
  wrongCryptogram: 'card',
  outOfMemory: 'card',
  statusWord: 'card',
  powerLoss: 'card',
  cardReset: 'card',
  giveUp: 'card',
  otherHand: 'card',
  wrongSafeSignature: 'card',
  otherSafeKey: 'card',
  otherSafeSubject: 'card',
  otherSafeContent: 'card',
  secondPoll: 'poller',
  clockJump: 'poller',
  lostCounter: 'poller',
  wrongIndex: 'poller',
  neverPolls: 'poller',
  fallsSilent: 'poller',
} as const satisfies Record<Misbehaviour['kind'], 'network' | 'card' | 'poller'>

const isNetwork = (one: Misbehaviour): one is NetworkMisbehaviour => layers[one.kind] === 'network'
const isCard = (one: Misbehaviour): one is CardMisbehaviour => layers[one.kind] === 'card'
const isPoller = (one: Misbehaviour): one is PollerMisbehaviour => layers[one.kind] === 'poller'

type SilentPoller = 'neverPolls' | 'fallsSilent'

/** All faults of one SIM, by the part in which they arise. A SIM without faults runs unchanged. */
export class SimFaults {
  readonly deviceStep: typeof deviceStep
  readonly #network: readonly NetworkMisbehaviour[]
  readonly #card: CardFaults | null
  readonly #otherHands: readonly { change: ContentChange; occasions: Occasions }[]
  readonly #silent: readonly { kind: SilentPoller; occasions: Occasions }[]

  constructor(misbehaviours: readonly Misbehaviour[], card: VirtualCard) {
    this.#network = misbehaviours.filter(isNetwork)
    const faults = misbehaviours.length > 0 ? new CardFaults(misbehaviours.filter(isCard)) : null
    this.#card = faults
    this.#otherHands = misbehaviours.flatMap((one) =>
      one.kind === 'otherHand' ? [{ change: one.change, occasions: new Occasions(one) }] : [],
    )
    this.#silent = misbehaviours.flatMap((one) =>
      one.kind === 'neverPolls' || one.kind === 'fallsSilent' ? [{ kind: one.kind, occasions: new Occasions(one) }] : [],
    )
    this.deviceStep = faults ? misbehavingStep(deviceStep, misbehaviours.filter(isPoller), () => faults.counted()) : deviceStep
    if (faults) card.through = (command, run) => faults.run(card, command, run)
  }

  /** Counts one more installed poller. Returns its fault; null if it has none. */
  faultOfNewPoller(): SilentPoller | null {
    const [first] = this.#silent.filter(({ occasions }) => occasions.faultOccurs())
    return first?.kind ?? null
  }

  /** Changes the content of the card before a POLL, if another hand does so. */
  beforePoll(nvm: CardNvm): void {
    for (const { change, occasions } of this.#otherHands) if (hasOtherApplet(nvm) && occasions.faultOccurs()) changeContent(nvm, change)
  }

  throughCard(execute: Execute): Execute {
    const faults = this.#card
    return faults ? (command) => faults.execute(command, execute) : execute
  }

  throughNetwork(openLink: OpenLink, clock: Clock): OpenLink {
    const faults = this.#card
    if (!faults || this.#network.length === 0) return openLink
    return troubledLink(
      openLink,
      clock,
      networkFaults(this.#network, () => faults.lastBlock),
    )
  }
}
