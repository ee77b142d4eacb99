import type { Misbehaviour } from './misbehaviour.ts'

/** Each kind of fault with its usual values. */
const usual = {
  drop: { kind: 'drop', from: 'card', afterBlock: 2 },
  double: { kind: 'double', from: 'card', afterBlock: 2 },
  delay: { kind: 'delay', from: 'server', ms: 12_000, afterBlock: 2 },
  reorder: { kind: 'reorder', from: 'card', afterBlock: 2 },
  truncate: { kind: 'truncate', from: 'card', octets: 4, afterBlock: 2 },
  changeOctet: { kind: 'changeOctet', from: 'card', at: 20, afterBlock: 2 },
  wrongMac: { kind: 'wrongMac', from: 'card', afterBlock: 2 },
  loseConnection: { kind: 'loseConnection', from: 'server', afterBlock: 2 },
  replayPoll: { kind: 'replayPoll', poll: 'latest', afterBlock: 2 },
  wrongCryptogram: { kind: 'wrongCryptogram', times: 'always' },
  outOfMemory: { kind: 'outOfMemory', times: 'always' },
  statusWord: { kind: 'statusWord', sw: 0x6581, block: 2, times: 'always' },
  powerLoss: { kind: 'powerLoss', block: 2 },
  cardReset: { kind: 'cardReset', block: 2 },
  giveUp: { kind: 'giveUp', block: 2 },
  otherHand: { kind: 'otherHand', change: 'applet', skip: 2 },
  wrongSafeSignature: { kind: 'wrongSafeSignature', times: 'always' },
  otherSafeKey: { kind: 'otherSafeKey', times: 'always' },
  otherSafeSubject: { kind: 'otherSafeSubject', times: 'always' },
  otherSafeContent: { kind: 'otherSafeContent', times: 'always' },
  secondPoll: { kind: 'secondPoll', skip: 3 },
  clockJump: { kind: 'clockJump', ms: 60_000, timer: 'answer', skip: 3 },
  lostCounter: { kind: 'lostCounter', skip: 1 },
  wrongIndex: { kind: 'wrongIndex' },
  neverPolls: { kind: 'neverPolls', times: 'always' },
  fallsSilent: { kind: 'fallsSilent', times: 'always' },
} as const satisfies { [K in Misbehaviour['kind']]: Misbehaviour & { kind: K } }

/** Reads `powerLoss,wrongIndex`. Throws an `Error` whose message is one line for the user. */
export function readMisbehaviours(spec: string): Misbehaviour[] {
  const all: readonly Misbehaviour[] = Object.values(usual)
  return spec.split(',').map((name) => {
    const found = all.find(({ kind }) => kind === name)
    if (!found) throw new Error(`a fault is one of ${Object.keys(usual).join(', ')}`)
    return found
  })
}
