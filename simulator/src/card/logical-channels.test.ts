import { expect, test } from 'vitest'
import { commandApdu, leAny } from '@simdeck/protocol/apdu.ts'
import type { ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf, fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { cardData, getData } from '@simdeck/protocol/gp/card-data.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { manageChannel, select } from '@simdeck/protocol/gp/commands.ts'
import { Host, issuerAid } from '../testing/host.ts'
import { ssdAid, otherSsdAid, installSsd, opened, fails } from './domains.fixture.ts'

test('SELECT next finds every application with the same AID prefix, and each logical channel has its own selection and session', () => {
  const host = opened()
  host.sendAll([installSsd(ssdAid, '80'), installSsd(otherSsdAid, '80')])
  const beginning = fromHex('A0000009')
  const nameIn = ({ data }: ResponseApdu): string => toHex(data.subarray(4, 4 + (data[3] ?? 0)))
  expect(nameIn(host.plain(select.encode({ aid: beginning })))).toBe(toHex(ssdAid))
  expect(nameIn(host.plain(select.encode({ aid: beginning, occurrence: 'next' })))).toBe(toHex(otherSsdAid))
  expect(host.plain(select.encode({ aid: beginning, occurrence: 'next' })).sw).toBe(0x6a82)
  expect(host.plain({ ...select.encode({ aid: ssdAid }), p2: 0x0c })).toEqual({ sw: 0x9000, data: bytesOf() })

  expect(host.plain(commandApdu(0x01, 0xa4, 0x04, 0x0c, ssdAid)).sw, 'SELECT opens logical channel 1').toBe(0x9000)
  expect(host.plain(manageChannel.encode({ open: true }))).toEqual({ sw: 0x9000, data: bytesOf(2) })
  expect(host.plain({ ...manageChannel.encode({ open: true }), cla: 0x01 }).data).toEqual(bytesOf(3))
  const keyInformationOn = (channel: number): number => host.plain({ ...getData.encode(cardData.keyInformation), cla: 0x80 | channel }).sw
  expect([0, 1, 2, 3].map(keyInformationOn), 'only the channel with the issuer security domain finds keys').toEqual([
    0x6a88, 0x6a88, 0x9000, 0x6a88,
  ])
  expect(host.plain(manageChannel.encode({ open: true })).sw).toBe(0x6a81)
  expect(host.plain(commandApdu(0x03, 0xa4, 0x04, 0x00, ssdAid)).sw).toBe(0x9000)
  host.open()
  fails(host, deletion.encode({ kind: 'content', aid: ssdAid, relatedObjects: false }), 0x6985)
  const other = new Host(host.card)
  expect(other.open(0x33, issuerAid, 2)).toBe(0x9000)
  expect(other.status('issuerSecurityDomain')).toHaveLength(1)
  expect(host.plain(manageChannel.encode({ close: 3 })).sw).toBe(0x9000)
  expect(host.plain(manageChannel.encode({ close: 3 })).sw).toBe(0x6200)
  expect(host.plain(manageChannel.encode({ close: 1 })).sw).toBe(0x9000)
  expect(host.plain(manageChannel.encode({ close: 4 })).sw).toBe(0x6a86)
  expect(host.plain(commandApdu(0x83, 0xca, 0x00, 0x66, bytesOf(), leAny)).sw).toBe(0x6881)
  expect(host.status('applications'), 'the secure channel of the first host stays open').toHaveLength(2)
  expect(host.send(deletion.encode({ kind: 'content', aid: ssdAid, relatedObjects: false })).sw).toBe(0x9000)
  host.card.reset()
  expect(host.plain(commandApdu(0x82, 0xca, 0x00, 0x66, bytesOf(), leAny)).sw).toBe(0x6881)
})

test.each([
  ['command chaining', '9080000000', '6884'],
  ['secure messaging of ISO/IEC 7816-4', '88ca006600', '6882'],
  ['secure messaging of ISO/IEC 7816-4 with an authenticated header', '0ca4040000', '6882'],
  ['a logical channel above 3', 'c0ca006600', '6881'],
  ['extended length', '00a40400000005a000000151', '6700'],
  ['the class byte FF', 'ffca0066', '6e00'],
  ['the class byte A0', 'a0a40000023f00', '6e00'],
])('the card refuses %s with its status word', (_, hex, sw) => {
  expect(opened().card.execute(fromHex(hex)).sw.toString(16)).toBe(sw)
})
