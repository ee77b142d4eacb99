import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeResponse } from '@simdeck/protocol/apdu.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { loadCommands, loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import { Random } from '../random.ts'
import { cbc, checkValue, PlainScp03 } from '../testing/plain-scp03.ts'
import type { PlainKeys } from '../testing/plain-scp03.ts'
import { sampleComponents } from '../testing/host.ts'
import { VirtualCard } from './card.ts'
import { newCardNvm } from './nvm.ts'
import type { NewCard } from './nvm.ts'
import { preload } from './preload.ts'

const run = (card: VirtualCard, command: string): string => toHex(encodeResponse(card.execute(fromHex(command))))

interface RecordedCommand {
  plain: string
  wrapped?: string | null
  response?: string | null
}

/** A session that was recorded between another host and a real card. */
interface Recorded {
  name: string
  kvn: string
  iParam: string
  keys: PlainKeys
  hostChallenge: string
  cardChallenge: string
  keyDivData: string
  sequenceCounter: string | null
  initializeUpdateResponse: string
  externalAuthenticate: string
  commands: RecordedCommand[]
}

const file = join(process.env['VECTORS'] ?? join(import.meta.dirname, '../../../../shared/vectors'), 'scp03-vectors.json')
const recordings = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { cases: Recorded[] }).cases : []
/** The AIDs of the issuer security domain: that of GlobalPlatform, that of an eUICC (GSMA SGP.02), and that of one tool's author. */
const securityDomainAids = ['a000000151000000', 'a0000005591010ffffffff8900000100', 'a000000018434d08090a0b0c000000']

/** The security domain whose pseudo-random challenge was recorded. A random challenge cannot be reproduced. */
const domainOf = ({ keys, sequenceCounter, hostChallenge, cardChallenge }: Recorded): string | undefined =>
  securityDomainAids.find((aid) => PlainScp03.cardChallenge(keys.enc, sequenceCounter ?? '', aid, hostChallenge) === cardChallenge)

/** Makes the card of the recording, in its state at the beginning. */
function recordedCard(session: Recorded): VirtualCard {
  const nvm = newCardNvm({
    keys: session.keys,
    securityDomainAid: domainOf(session),
    keyVersionNumber: Number.parseInt(session.kvn, 16),
    i: Number.parseInt(session.iParam, 16),
    diversificationData: session.keyDivData,
  })
  nvm.securityDomain.sequenceCounter = Number.parseInt(session.sequenceCounter ?? '', 16) - 1
  const version = { major: 1, minor: 0 }
  preload(nvm, { packageAid: 'A00100015141434C', version, moduleAid: 'A00100015141434C01', instanceAid: 'A00100015141434C02' })
  return new VirtualCard(nvm, new Random('recorded'))
}

test.runIf(recordings.length > 0)('the card sends and accepts the octets of sessions that were recorded from real cards', () => {
  const sessions = recordings.filter(domainOf)
  expect(sessions.map(({ name }) => name.split(':')[0])).toEqual(expect.arrayContaining(['pysim', 'kaoh', 'asterix', 'jcexpress']))
  const answered: string[] = []
  for (const session of sessions) {
    const card = recordedCard(session)
    const initializeUpdate = `8050${session.kvn}00${(session.hostChallenge.length / 2).toString(16).padStart(2, '0')}${session.hostChallenge}00`
    expect([session.name, run(card, initializeUpdate)]).toEqual([session.name, `${session.initializeUpdateResponse}9000`])
    expect([session.name, run(card, session.externalAuthenticate)]).toEqual([session.name, '9000'])
    for (const { plain, wrapped, response } of session.commands) {
      const answer = run(card, wrapped ?? '')
      // The virtual card does not answer as an eUICC does (BF3E reads its EID), but it accepts the command, so the MAC is right.
      if (plain.startsWith('80e2')) expect([session.name, answer.slice(-4)]).toEqual([session.name, '9000'])
      else if (response) answered.push(answer === response ? plain : `${session.name}: ${plain} answered ${answer}`)
      else expect(`${session.name} ${answer.slice(-4)}`).toMatch(/ (9000|6310|6a8[08])$/)
    }
  }
  expect(answered).toEqual(['80e400800a4f08a00100015141434c00'])
})

const first: PlainKeys = {
  enc: '404142434445464748494a4b4c4d4e4f',
  mac: '505152535455565758595a5b5c5d5e5f',
  dek: '606162636465666768696a6b6c6d6e6f',
}
const second: PlainKeys = { enc: 'a0'.repeat(16), mac: 'b1'.repeat(16), dek: 'c2'.repeat(16) }
const long = ({ enc, mac, dek }: PlainKeys): PlainKeys => ({ enc: enc + enc, mac: mac + mac, dek: dek + dek })
const isd = 'a000000151000000'
const lv = (value: string): string => (value.length / 2).toString(16).padStart(2, '0') + value

/** Opens a channel and checks the octets of both answers of the card. */
function openChannel(card: VirtualCard, keys: PlainKeys, version: string, i: string, sequence: string): PlainScp03 {
  const hostChallenge = (Number.parseInt(i, 16) & 1) === 1 ? '0807060504030201f0f1f2f3f4f5f6f7' : '0807060504030201'
  const cardChallenge = PlainScp03.cardChallenge(keys.enc, sequence, isd, hostChallenge)
  const host = new PlainScp03(keys, hostChallenge, cardChallenge)
  expect(run(card, `80500000${lv(hostChallenge)}00`)).toBe(
    `${'00'.repeat(10)}${version}03${i}${cardChallenge}${host.cardCryptogram}${sequence}9000`,
  )
  expect(run(card, host.externalAuthenticate())).toBe('9000')
  return host
}

const keyField = (dek: string, key: string): string =>
  `88${lv((key.length / 2).toString(16) + cbc(dek, Buffer.alloc(16), key))}03${checkValue(key)}`

test.each([
  ['S8, AES-128', '70', first, second],
  ['S16, AES-128', '71', first, second],
  ['S8, AES-256', '70', long(first), long(second)],
  ['S16, AES-256', '71', long(first), long(second)],
])('a script of level 33 has the octets of an independent implementation: %s', (_, i, keys, newKeys) => {
  const options: NewCard = { keys, i: Number.parseInt(i, 16) }
  const card = new VirtualCard(newCardNvm(options), new Random('script'))
  let host = openChannel(card, keys, '30', i, '000001')
  const step = (header: string, data: string, answer: string, sw = '9000'): void => {
    expect([header, run(card, host.wrap(header, data))]).toEqual([header, host.answer(answer, sw)])
  }
  const isdEntry = (state: string): string => `e3134f08${isd}9f7001${state}c5039cdc00`
  const [packageAid, moduleAid, instanceAid] = ['a00000099901', 'a0000009990101', 'a0000009990102']

  step('80f28002', '4f00', isdEntry('0f'))
  step('80f24002', '4f00', '', '6a88')
  const fields = [newKeys.enc, newKeys.mac, newKeys.dek].map((key) => keyField(keys.dek, key))
  const kcvs = [newKeys.enc, newKeys.mac, newKeys.dek].map(checkValue).join('')
  step('80d83081', `31${fields.join('')}`, `31${kcvs}`)

  // New channels use the new keys, since the old ones are gone.
  host = openChannel(card, newKeys, '31', i, '000002')
  const length = (newKeys.enc.length / 2).toString(16)
  step('80ca00e0', '', `e012${[1, 2, 3].map((id) => `c0040${id}3188${length}`).join('')}`)
  step('80e60200', `${lv(packageAid)}${lv(isd)}000000`, '00')
  const blocks = loadCommands(loadFileStructure.encode({ dapBlocks: [], components: sampleComponents() }), 200)
  for (const [at, block] of blocks.entries()) {
    const last = at === blocks.length - 1
    step(`80e8${last ? '80' : '00'}${at.toString(16).padStart(2, '0')}`, toHex(block.data), last ? '00' : '')
  }
  step('80e60c00', `${lv(packageAid)}${lv(moduleAid)}${lv(instanceAid)}0100${lv('c900')}00`, '00')
  step('80e62000', `0000${lv(instanceAid)}000000`, '00')
  step('80e28000', 'cafe', '')
  const application = `4f07${instanceAid}9f700107c503000000c406${packageAid}cc08${isd}`
  step('80f24002', '4f00', `e3${lv(application)}`)
  step('80e40080', `4f${lv(packageAid)}`, '00')
  step('80e40080', `4f${lv(packageAid)}`, '', '6a88')
  expect(card.nvm.applications).toEqual([])
})
