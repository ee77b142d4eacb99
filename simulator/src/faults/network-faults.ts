import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { Occasions } from '../misbehaviour.ts'
import type { NetworkMisbehaviour } from '../misbehaviour.ts'
import { unharmed } from '../troubled-link.ts'
import type { Fate, Trouble } from '../troubled-link.ts'

const macLength = 8

/**
 * Applies the network faults of one SIM to its frames; only the first one that matches a frame takes effect. `lastBlock` is P2 of the last
 * LOAD that ran, or -1.
 */
export function networkFaults(misbehaviours: readonly NetworkMisbehaviour[], lastBlock: () => number): Trouble {
  const faults = misbehaviours.map((misbehaviour) => ({ misbehaviour, occasions: new Occasions(misbehaviour) }))
  let polls: { latest: Uint8Array | null; older: Uint8Array | null } = { latest: null, older: null }
  return (from, frame, alone) => {
    if (from === 'card' && frame[3] === messageCode.poll) polls = { latest: frame, older: polls.latest }
    for (const { misbehaviour, occasions } of faults) {
      const { message, afterBlock } = misbehaviour
      if (from !== (misbehaviour.kind === 'replayPoll' ? 'card' : misbehaviour.from)) continue
      if (message !== undefined && frame[3] !== messageCode[message]) continue
      if (afterBlock !== undefined && lastBlock() < afterBlock) continue
      if (!occasions.faultOccurs()) continue
      if (misbehaviour.kind !== 'replayPoll') return fateOf(misbehaviour, frame)
      const poll = polls[misbehaviour.poll]
      if (poll) alone(poll)
    }
    return unharmed(frame)
  }
}

function fateOf(misbehaviour: Exclude<NetworkMisbehaviour, { kind: 'replayPoll' }>, frame: Uint8Array): Fate {
  switch (misbehaviour.kind) {
    case 'drop':
      return { arriving: [], held: null }
    case 'double':
      return { arriving: [frame, frame].map((bytes) => ({ bytes, afterMs: 0 })), held: null }
    case 'delay':
      return { arriving: [{ bytes: frame, afterMs: misbehaviour.ms }], held: null }
    case 'reorder':
      return { arriving: [], held: frame }
    case 'truncate':
      return unharmed(frame.subarray(0, Math.max(0, frame.length - misbehaviour.octets)))
    case 'changeOctet':
      return unharmed(frame.map((octet, i) => (i === misbehaviour.at % frame.length ? octet ^ 0x01 : octet)))
    case 'wrongMac':
      return unharmed(frame.map((octet, i) => (i >= frame.length - macLength ? octet ^ 0xff : octet)))
    case 'loseConnection':
      return null
  }
}
