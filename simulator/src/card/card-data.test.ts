import { expect, test } from 'vitest'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { cardData, getData } from '@simdeck/protocol/gp/card-data.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { installParameters } from '@simdeck/protocol/install-tree/install-parameters.ts'
import { initializeUpdateCommand } from '@simdeck/protocol/scp03/initialize-update.ts'
import {
  Host,
  installScript,
  loadScript,
  makeCard,
  sampleComponents,
  sampleInstanceAid,
  sampleModuleAid,
  samplePackageAid,
} from '../testing/host.ts'
import { sampleProfile } from '../testing/profiles.ts'
import { startFleet } from '../fleet.ts'
import { cardIdentity } from './identity.ts'

const of = (host: Host, tag: number): string => toHex(host.plain(getData.encode(tag)).data)

test('card capability information is one data object: SCP03, privileges and hashes that the card accepts', () => {
  expect(of(new Host(makeCard()), cardData.cardCapabilities)).toBe(
    '671ba00980010381017082010781 03b8dc0082 03181c008304 01020304'.replaceAll(' ', ''),
  )
  expect(of(new Host(makeCard({ i: 0x11 })), cardData.cardCapabilities)).toContain('800103810111820107')
})

test('the issuer has the privileges that the card honours: no token, receipt, DAP, CVM or final application', () => {
  const host = new Host(makeCard())
  host.open()
  expect(host.status('issuerSecurityDomain').map(({ privileges }) => toHex(privileges ?? new Uint8Array()))).toEqual(['9cdc00'])
})

test('extended card resources change with each load, install and deletion', () => {
  const host = new Host(makeCard({ memoryTotal: 0x10000 }))
  host.open()
  const resources = (): number[] => {
    const { data } = host.plain(getData.encode(cardData.extendedResources))
    const [, applications = '', nonVolatile = '', volatile = ''] = /^ff21108102(.{4})8204(.{8})8304(.{8})$/.exec(toHex(data)) ?? []
    return [applications, nonVolatile, volatile].map((hex) => Number.parseInt(hex, 16))
  }
  expect(resources()).toEqual([0, 0x10000, 8192])
  const components = sampleComponents()
  expect(host.sendAll(loadScript(components))).toBe(0x9000)
  const [, afterLoad = 0] = resources()
  expect(afterLoad).toBeLessThanOrEqual(0x10000 - components.length)
  const system = { codeSize: null, volatileSize: 300, nonVolatileSize: 1000, simToolkit: null }
  const installWith = (volatileSize: number) =>
    install.encode({
      kind: 'install',
      loadFileAid: samplePackageAid,
      moduleAid: sampleModuleAid,
      instanceAid: sampleInstanceAid,
      parameters: installParameters.encode({ applet: new Uint8Array(), system: { ...system, volatileSize }, uicc: null }),
    })
  expect(host.send(installWith(8193)).sw.toString(16), 'more RAM than there is').toBe('6a84')
  expect(host.send(installWith(300)).sw).toBe(0x9000)
  const [applications, nonVolatile = 0, volatile] = resources()
  expect([applications, volatile]).toEqual([1, 7892])
  expect(nonVolatile).toBeLessThanOrEqual(afterLoad - 1000)
  expect(host.send(deletion.encode({ kind: 'content', aid: samplePackageAid, relatedObjects: true })).sw).toBe(0x9000)
  expect(resources()).toEqual([0, 0x10000, 8192])
})

test('two virtual SIMs differ in serial number, card image number and diversification data; one stays the same', () => {
  const identitiesOf = (number: number): string[] => {
    const fleet = startFleet({ sims: [sampleProfile(number)], connect: { host: '127.0.0.1', port: 9 } })
    const host = new Host(fleet.sims[0]!.card)
    fleet.stop()
    const { data } = host.plain(initializeUpdateCommand.encode({ keyVersionNumber: 0, hostChallenge: new Uint8Array(8) }))
    const objects = [cardData.productionLifeCycle, cardData.cardImageNumber, cardData.keyDiversificationData].map((tag) => of(host, tag))
    return [...objects, toHex(data.subarray(0, 10))]
  }
  const [one, again, other] = [identitiesOf(1), identitiesOf(1), identitiesOf(2)]
  expect(again).toEqual(one)
  for (const [at, value] of one.entries()) expect(other[at]).not.toBe(value)
  expect(one[2]).toBe(`cf0a${one[3]}`)
})

test('the issuer may replace the issuer identification number that the factory wrote', () => {
  const host = new Host(makeCard({ identity: cardIdentity('one') }))
  expect(of(host, cardData.issuerIdentificationNumber)).toBe('4203898104')
  host.open()
  expect(host.sendAll([...loadScript(sampleComponents()), installScript()])).toBe(0x9000)
  expect(host.send(storeData.encode({ block: 0, last: true, structure: 0x10, data: fromHex('4203123456') })).sw).toBe(0x9000)
  expect(of(host, cardData.issuerIdentificationNumber)).toBe('4203123456')
})
