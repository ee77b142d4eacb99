import { expect, test } from 'vitest'
import { commandApdu, leAny } from '@simdeck/protocol/apdu.ts'
import type { ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { cardData, getData } from '@simdeck/protocol/gp/card-data.ts'
import { select, storeData } from '@simdeck/protocol/gp/commands.ts'
import { cardKeys, installScript, loadScript, makeCard, sampleComponents, sampleInstanceAid } from '../testing/host.ts'
import { securityDomainPackage } from './libraries.ts'
import { readStoredNvm } from './stored-nvm.ts'
import { opened } from './domains.fixture.ts'

test('GET DATA answers public data, plain and in a channel', () => {
  const host = opened()
  const tagOf = (answer: ResponseApdu): string => toHex(answer.data.subarray(0, 3))
  const tags: [number, string][] = [
    [cardData.cardRecognitionData, '663173'],
    [cardData.cardCapabilities, '671ba0'],
    [cardData.extendedResources, 'ff2110'],
    [cardData.keyInformation, 'e012c0'],
    [cardData.sequenceCounter, 'c10300'],
    [cardData.keyDiversificationData, 'cf0a00'],
    [cardData.productionLifeCycle, '9f7f2a'],
  ]
  for (const [tag, begin] of tags) {
    expect(tagOf(host.send(getData.encode(tag))), `${begin} in a channel`).toBe(begin)
    expect(tagOf(host.plain(getData.encode(tag))), `${begin} plain`).toBe(begin)
    expect(tagOf(host.plain({ ...getData.encode(tag), cla: 0x00 }))).toBe(begin)
  }
  for (const tag of [cardData.issuerIdentificationNumber, cardData.cardImageNumber, 0x0101])
    expect(host.plain(getData.encode(tag)).sw).toBe(0x6a88)
  expect(host.send(storeData.encode({ block: 0, last: true, structure: 0x10, data: fromHex('4203898104') })).sw).toBe(0x9000)
  expect(toHex(host.plain(getData.encode(cardData.issuerIdentificationNumber)).data)).toBe('4203898104')
  expect(JSON.stringify(tags.map(([tag]) => toHex(host.plain(getData.encode(tag)).data)))).not.toMatch(
    new RegExp(Object.values(cardKeys).join('|')),
  )
  host.sendAll([...loadScript(sampleComponents()), installScript()])
  host.plain(select.encode({ aid: sampleInstanceAid }))
  expect(host.plain(getData.encode(cardData.cardRecognitionData)).sw).toBe(0x6d00)
})

test('GET STATUS returns the fields that the command names', () => {
  const host = opened()
  const { data } = host.send(commandApdu(0x80, 0xf2, 0x80, 0x02, fromHex('4f005c034f9f70'), leAny))
  expect(toHex(data)).toBe('e30e4f08a0000001510000009f70010f')
  const modules = host.status('loadFilesAndModules', fromHex(securityDomainPackage.aid))
  expect(modules[0]?.moduleAids.map(toHex)).toEqual([securityDomainPackage.moduleAid.toLowerCase()])
})

test('a stored card with one key set is read', () => {
  const { nvm } = makeCard()
  const { keys, ...domain } = nvm.securityDomain
  const { diversificationData: _, ...rest } = nvm
  const stored = { ...rest, securityDomain: { ...domain, keyVersionNumber: keys[0]!.version, ...cardKeys } }
  expect(readStoredNvm(JSON.parse(JSON.stringify(stored)) as typeof stored)).toEqual(nvm)
})
