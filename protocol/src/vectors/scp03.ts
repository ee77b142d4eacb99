import { decodeCommand, decodeResponse, encodeCommand, encodeResponse } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { ProtocolError } from '../errors.ts'
import { answerInitializeUpdate, openScp03Card, Scp03Card } from '../scp03/card.ts'
import type { PendingScp03Card } from '../scp03/card.ts'
import { openScp03Host, Scp03Host } from '../scp03/host.ts'
import { initializeUpdateCommand, initializeUpdateResponse } from '../scp03/initialize-update.ts'
import { pseudoRandomChallenge } from '../scp03/keys.ts'
import type { MacLength } from '../scp03/keys.ts'
import { checkSecurityLevel, decodeImplementationOptions } from '../scp03/level.ts'
import type { SecurityLevel } from '../scp03/level.ts'
import { fieldsList, hex, label, nested, optionalHex, optionalNumber, runVector } from './fields.ts'
import type { Differences, Fields } from './fields.ts'
import type { VectorResult } from './result.ts'

/** Runs whole transcripts: the card answers, both ends authenticate, and commands and responses are exchanged. */
export function runScp03Cases(list: unknown): VectorResult[] {
  return fieldsList(list).map((vector, at) => runVector(label(vector, `scp03 ${at + 1}`), (differences) => runCase(vector, differences)))
}

/** Runs wrapping vectors: session keys are given, the chaining value is zero and the counter is at its start. */
export function runSessionKeyCases(list: unknown): VectorResult[] {
  return fieldsList(list).map((vector, at) =>
    runVector(label(vector, `session keys ${at + 1}`), (differences) => {
      const given = nested(vector, 'sessionKeys')
      const sMac = hex(given, 'sMac')
      const keys = { sMac, sEnc: optionalHex(given, 'sEnc') ?? sMac, sRmac: optionalHex(given, 'sRmac') ?? sMac }
      const parameters = { keys, level: readLevel(vector), macLength: readMode(vector) ?? 8 }
      const start = { macChain: new Uint8Array(16), counter: 0 }
      runCommands(new Scp03Host(parameters, start), new Scp03Card(parameters, start), vector, differences)
    }),
  )
}

function readMode(vector: Fields): MacLength | null {
  switch (vector['mode']) {
    case undefined:
    case null:
      return null
    case 'S8':
      return 8
    case 'S16':
      return 16
    default:
      throw new ProtocolError('apdu', 'mode is neither S8 nor S16')
  }
}

function readLevel(vector: Fields): SecurityLevel {
  const level = optionalNumber(vector, 'securityLevel') ?? optionalHex(vector, 'externalAuthenticate')?.[2]
  if (level === undefined) throw new ProtocolError('apdu', 'securityLevel is missing')
  return checkSecurityLevel(level)
}

function runCase(vector: Fields, differences: Differences): void {
  const keys = { enc: hex(nested(vector, 'keys'), 'enc'), mac: hex(nested(vector, 'keys'), 'mac') }
  const dek = optionalHex(nested(vector, 'keys'), 'dek') ?? keys.enc
  for (const key of [keys.enc, keys.mac, dek]) differences.number('key bits', key.length * 8, optionalNumber(vector, 'keyBits'))
  const hostChallenge = hex(vector, 'hostChallenge')
  const level = readLevel(vector)
  const card = answer(vector, keys, hostChallenge)
  differences.bytes('INITIALIZE UPDATE response', card.response, optionalHex(vector, 'initializeUpdateResponse'))
  checkInitializeUpdate(vector, hostChallenge, card.response, differences)
  checkChallenge(vector, keys.enc, differences)
  for (const name of ['sEnc', 'sMac', 'sRmac'] as const)
    differences.bytes(name, card.keys[name], optionalHex(nested(vector, 'sessionKeys'), name))
  differences.bytes('host cryptogram', card.hostCryptogram, optionalHex(vector, 'hostCryptogram'))

  const initializeUpdateResponse = optionalHex(vector, 'initializeUpdateResponse') ?? card.response
  const host = openScp03Host({ keys, hostChallenge, initializeUpdateResponse, level })
  const recorded = optionalHex(vector, 'externalAuthenticate')
  differences.bytes('EXTERNAL AUTHENTICATE', encodeCommand(host.externalAuthenticate), recorded)
  const onCard = openScp03Card(offeringAll(card), recorded ? decodeCommand(recorded) : host.externalAuthenticate)
  runCommands(host.channel, onCard, vector, differences)
}

/** A transcript shows its security level, but its `i` does not always offer that level. */
function offeringAll(card: PendingScp03Card): PendingScp03Card {
  return { ...card, options: { ...card.options, responseMac: true, responseEncryption: true } }
}

/** Makes the card's answer from the static keys. The card's free choices come from the recorded answer. */
function answer(vector: Fields, keys: { enc: Uint8Array; mac: Uint8Array }, hostChallenge: Uint8Array): PendingScp03Card {
  const response = optionalHex(vector, 'initializeUpdateResponse')
  const recorded = response ? initializeUpdateResponse.decode(response) : null
  const sequenceCounter = recorded ? recorded.sequenceCounter : optionalHex(vector, 'sequenceCounter')
  const impliedOptions = (hostChallenge.length === 16 ? 0x01 : 0x00) | (sequenceCounter ? 0x10 : 0x00) | 0x60
  return answerInitializeUpdate({
    keys,
    keyVersionNumber: recorded?.keyVersionNumber ?? optionalNumber(vector, 'kvn') ?? 0,
    i: recorded?.i ?? optionalNumber(vector, 'iParam') ?? impliedOptions,
    diversificationData: recorded?.diversificationData ?? optionalHex(vector, 'keyDivData') ?? new Uint8Array(10),
    sequenceCounter: sequenceCounter ?? new Uint8Array(3),
    hostChallenge,
    cardChallenge: recorded?.cardChallenge ?? hex(vector, 'cardChallenge'),
  })
}

function checkInitializeUpdate(vector: Fields, hostChallenge: Uint8Array, response: Uint8Array, differences: Differences): void {
  const card = initializeUpdateResponse.decode(response)
  const options = decodeImplementationOptions(card.i)
  const none = new Uint8Array(0)
  differences.number('key version number', card.keyVersionNumber, optionalNumber(vector, 'kvn'))
  differences.number('i', card.i, optionalNumber(vector, 'iParam'))
  differences.number('MAC length', options.macLength, readMode(vector))
  differences.bytes('key diversification data', card.diversificationData, optionalHex(vector, 'keyDivData'))
  differences.bytes('card challenge', card.cardChallenge, optionalHex(vector, 'cardChallenge'))
  differences.bytes('card cryptogram', card.cardCryptogram, optionalHex(vector, 'cardCryptogram'))
  if (options.pseudoRandomChallenge)
    differences.bytes('sequence counter', card.sequenceCounter ?? none, optionalHex(vector, 'sequenceCounter'))
  const recorded = optionalHex(vector, 'initializeUpdateCommand')
  if (recorded === null) return
  differences.step('INITIALIZE UPDATE', () => {
    const asked = initializeUpdateCommand.decode(decodeCommand(recorded))
    differences.bytes(
      'INITIALIZE UPDATE',
      encodeCommand(initializeUpdateCommand.encode({ keyVersionNumber: asked.keyVersionNumber, hostChallenge })),
      recorded,
    )
    if (asked.keyVersionNumber !== 0) differences.number('key version number asked for', asked.keyVersionNumber, card.keyVersionNumber)
  })
}

function checkChallenge(vector: Fields, enc: Uint8Array, differences: Differences): void {
  const securityDomainAid = optionalHex(vector, 'sdAidForPseudoRandomChallenge') ?? optionalHex(vector, 'sdAid')
  if (securityDomainAid === null) return
  const recorded = hex(vector, 'cardChallenge')
  const length = recorded.length === 16 ? 16 : 8
  const challenge = pseudoRandomChallenge(enc, hex(vector, 'sequenceCounter'), securityDomainAid, length)
  differences.bytes('pseudo-random challenge', challenge, recorded)
}

function runCommands(host: Scp03Host, card: Scp03Card, vector: Fields, differences: Differences): void {
  for (const [at, command] of fieldsList(vector['commands']).entries()) {
    const what = `command ${at + 1}`
    differences.step(what, () => {
      const wrapped = optionalHex(command, 'wrapped')
      const opened = wrapped && openOnCard(card, wrapped, what, differences)
      const plain = optionalHex(command, 'plain') ?? (opened && encodeCommand(opened))
      if (plain === null) throw new ProtocolError('apdu', 'neither plain nor wrapped')
      const sent = host.wrap(decodeCommand(plain))
      differences.bytes(`${what}, wrapped`, encodeCommand(sent.command), wrapped)
      if (opened) differences.bytes(`${what}, unwrapped by the card`, encodeCommand(opened), plain)
      else if (wrapped === null) card.unwrap(sent.command)
      differences.bytes(`${what}, MAC chain`, sent.position.macChain, optionalHex(command, 'macChainAfter'))
      differences.number(`${what}, counter`, sent.position.counter, optionalNumber(command, 'counterAfter'))
      runResponse(host, card, command, what, differences)
    })
  }
}

function openOnCard(card: Scp03Card, wrapped: Uint8Array, what: string, differences: Differences): CommandApdu | null {
  let opened: CommandApdu | null = null
  differences.step(`${what}, on the card`, () => {
    opened = card.unwrap(decodeCommand(wrapped))
  })
  return opened
}

function runResponse(host: Scp03Host, card: Scp03Card, command: Fields, what: string, differences: Differences): void {
  const response = optionalHex(command, 'response')
  const data = optionalHex(command, 'responseData')
  const sw = optionalNumber(command, 'sw')
  if (response !== null) {
    const plain = host.unwrap(decodeResponse(response))
    differences.bytes(`${what}, response data`, plain.data, data)
    differences.number(`${what}, status word`, plain.sw, sw)
  }
  if (card.position === null || data === null || sw === null) return
  const wrapped = card.wrap({ data, sw })
  // A card may pad with more than one block. The octets then differ, and only the data that the host reads can be compared, as above.
  const recorded = response?.length === wrapped.data.length + 2 ? response : null
  differences.bytes(`${what}, response wrapped by the card`, encodeResponse(wrapped), recorded)
  differences.bytes(`${what}, response there and back`, encodeResponse(host.unwrap(wrapped)), encodeResponse({ data, sw }))
}
