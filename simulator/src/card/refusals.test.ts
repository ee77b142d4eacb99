import { describe, expect, test } from 'vitest'
import { commandApdu } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, fromHex } from '@simdeck/protocol/bytes.ts'
import { cardData, getData } from '@simdeck/protocol/gp/card-data.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { load, select, storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { cardState, getStatus, setStatus } from '@simdeck/protocol/gp/registry.ts'
import { securityLevels } from '@simdeck/protocol/scp03/level.ts'
import { Host, installScript, issuerAid, loadScript, makeCard, sampleComponents, samplePackageAid } from '../testing/host.ts'

const none: Uint8Array = new Uint8Array()
const cardTo = (state: number): CommandApdu => setStatus.encode({ target: 'card', state, aid: none })
const issuerStatus = getStatus.encode({ subset: 'issuerSecurityDomain', occurrence: 'first', aidPrefix: none })

/** Commands that a card in use refuses, with the status word of each. */
const refusals: [string, CommandApdu, number][] = [
  ['an unknown instruction', commandApdu(0x80, 0x01, 0x00, 0x00, bytesOf(1, 2, 3)), 0x6d00],
  ['a class of ISO/IEC 7816-4', commandApdu(0x00, 0xf2, 0x80, 0x02, bytesOf(0x4f, 0x00)), 0x6e00],
  ['SELECT, which is never secured', select.encode({ aid: issuerAid }), 0x6e00],
  ['MANAGE CHANNEL, which is never secured', commandApdu(0x00, 0x70, 0x00, 0x00), 0x6e00],
  ['INITIALIZE UPDATE, which is never secured', commandApdu(0x80, 0x50, 0x00, 0x00, new Uint8Array(8)), 0x6e00],
  ['wrong P1 and P2', commandApdu(0x80, 0xe6, 0x01, 0x00, bytesOf(0)), 0x6a86],
  ['wrong data', commandApdu(0x80, 0xf2, 0x40, 0x02, bytesOf(0x4f, 9)), 0x6a80],
  ['LOAD without INSTALL [for load]', load.encode({ block: 0, last: true, data: bytesOf(1) }), 0x6985],
  ['DELETE of an unknown load file', deletion.encode({ kind: 'content', aid: samplePackageAid, relatedObjects: true }), 0x6a88],
  ['an unknown data object', getData.encode(0x0101), 0x6a88],
  ['a load file that does not fit', announcing(300 * 1024), 0x6a84],
  ['a block out of order', storeData.encode({ block: 7, last: true, data: bytesOf(1) }), 0x6a86],
  ['an empty LOAD', commandApdu(0x80, 0xe8, 0x80, 0x00), 0x6985],
]

function announcing(codeSize: number): CommandApdu {
  const parameters = fromHex(`ef06c604${codeSize.toString(16).padStart(8, '0')}`)
  return install.encode({ kind: 'load', loadFileAid: samplePackageAid, parameters })
}

describe.each(securityLevels)('the channel of level %d continues after a refusal', (level) => {
  function opened(state?: number): Host {
    const host = new Host(makeCard({ state }))
    expect(host.open(level)).toBe(0x9000)
    return host
  }

  test('of a command with any fault', () => {
    const host = opened()
    for (const [name, command, sw] of refusals) {
      expect([name, host.send(command).sw, host.send(issuerStatus).sw]).toEqual([name, sw, 0x9000])
    }
    expect(host.sendAll([...loadScript(sampleComponents()), installScript()])).toBe(0x9000)
  })

  test('of a locked card, and the issuer unlocks it in the same channel', () => {
    const host = opened()
    expect(host.send(cardTo(cardState.cardLocked)).sw).toBe(0x9000)
    for (const command of [
      install.encode({ kind: 'load', loadFileAid: samplePackageAid }),
      deletion.encode({ kind: 'content', aid: samplePackageAid, relatedObjects: false }),
    ])
      expect(host.send(command).sw.toString(16)).toBe('6985')
    expect(host.send(commandApdu(0x80, 0x01, 0x00, 0x00)).sw.toString(16)).toBe('6985')
    expect(host.send(issuerStatus).sw).toBe(0x9000)
    expect(host.send(cardTo(cardState.secured)).sw).toBe(0x9000)
    expect(host.sendAll([...loadScript(sampleComponents()), installScript()])).toBe(0x9000)
  })

  test('of a terminated card, whose data is still readable', () => {
    const host = opened()
    expect(host.send(cardTo(cardState.terminated)).sw).toBe(0x9000)
    expect(host.send(issuerStatus).sw.toString(16)).toBe('6985')
    expect(host.send(getData.encode(cardData.cardRecognitionData)).sw).toBe(0x9000)
  })
})

test('a locked card answers a wrong C-MAC with 6982 and closes the channel', () => {
  const host = new Host(makeCard())
  host.open(0x01)
  expect(host.send(cardTo(cardState.cardLocked)).sw).toBe(0x9000)
  expect(host.plain(commandApdu(0x84, 0xe6, 0x02, 0x00, new Uint8Array(20))).sw.toString(16)).toBe('6982')
  expect(host.send(issuerStatus).sw.toString(16)).toBe('6982')
})
