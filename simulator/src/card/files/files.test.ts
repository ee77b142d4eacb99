import { expect, test } from 'vitest'
import { encodeResponse } from '@simdeck/protocol/apdu.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { VirtualCard } from '../card.ts'
import { cardKeys } from '../../testing/host.ts'
import { newCardNvm } from '../nvm.ts'
import { Random } from '../../random.ts'

const subscription = { iccid: '8981100000000000017', imsi: '440101234567890' }

function makeCard(): { card: VirtualCard; send: (...commands: string[]) => string[] } {
  const nvm = JSON.parse(JSON.stringify(newCardNvm({ keys: cardKeys, subscription }))) as VirtualCard['nvm']
  const card = new VirtualCard(nvm, new Random('files'))
  return { card, send: (...commands) => commands.map((command) => toHex(encodeResponse(card.execute(fromHex(command)))).toUpperCase()) }
}

test('SELECT by path and READ BINARY return the files of the factory', () => {
  const { send } = makeCard()
  expect(send('00A4080C022FE2', '00B000000A')).toEqual(['9000', '9818010000000000' + '10F79000'])
  expect(send('00A4080C047FFF6F07', '00B0000009')).toEqual(['9000', '0849040121436587099000'])
  expect(send('00A4080C047FFF6F46', '00B0000000')).toEqual(['9000', '0153696D6465636BFFFFFFFFFFFFFFFFFF9000'])
  expect(send('00A4080C047FFF6F78', '00B0000000')).toEqual(['9000', '00019000'])
})

test('a file is found by its identifier from its folder, and the USIM by its AID', () => {
  const { send } = makeCard()
  expect(send('00A4000C027F10', '00A4000C026F40', '00A4000C023F00', '00A4000C026F40')).toEqual(['9000', '9000', '9000', '6A82'])
  expect(send('00A4040C07A0000000871002', '00A4000C026F46', '00B0000001')).toEqual(['9000', '9000', '019000'])
  expect(send('00A4030C', '00B0000001')).toEqual(['9000', '6986'])
  expect(send('00A4090C026F46')).toEqual(['6A82'])
})

test('the control parameters tell kind, size and records of a file', () => {
  const { send } = makeCard()
  expect(send('00A40804047FFF6F4600')).toEqual(['62148202412183026F468A01058B032F060180020011' + '9000'])
  expect(send('00A40804047FFF6F4200')[0]).toContain('82054221002A02')
  expect(send('00A40004023F0000')[0]).toContain('8202782183023F00')
})

test('records are read and written by their number and as a whole', () => {
  const { send } = makeCard()
  const record = '11'.repeat(42)
  expect(send('00A4080C047FFF6F42', `00DC02042A${record}`, '00B202042A', '00B2020400')).toEqual([
    '9000',
    '9000',
    `${record}9000`,
    `${record}9000`,
  ])
  expect(send('00B2030400', '00B2000400', '00B202042B', `00DC02042911${'11'.repeat(40)}`, '00B2010200', '00B0000000')).toEqual([
    '6A83',
    '6A83',
    '6C2A',
    '6700',
    '6A86',
    '6981',
  ])
})

test('a card answers wrong offsets, lengths and types like a UICC', () => {
  const { send } = makeCard()
  expect(send('00B0000001')).toEqual(['6986'])
  expect(send('00A4080C047FFF6F99', '00A40800047FFF6F46', '00A4080C037FFF6F')).toEqual(['6A82', '6A86', '6700'])
  expect(send('00A4080C047FFF6F7B', '00B0000D01', '00B0000C01', '00B0000A03', '00B0000BFF', '00B2010403')).toEqual([
    '9000',
    '6B00',
    '6B00',
    '6C02',
    '6C01',
    '6981',
  ])
  expect(send('00D6000B02FFFF', '00D6000B01AA', '00B0000B01')).toEqual(['6700', '9000', 'AA9000'])
})

test('the access conditions of a file hold: 6982 without ADM1, and for a file that never changes', () => {
  const { card, send } = makeCard()
  const spn = '00A4080C047FFF6F46'
  expect(send(spn, '00D6000101AA')).toEqual(['9000', '6982'])
  expect(send('0020000A', '0020000A083131313131313131', '0020000A', '0020000A083838383838383838', '00D6000101AA', '00B0000102')).toEqual([
    '63CA',
    '63C9',
    '63C9',
    '9000',
    '9000',
    'AA699000',
  ])
  card.reset()
  expect(send(spn, '00B0000102', '00D6000101BB')).toEqual(['9000', 'AA699000', '6982'])
  card.running = 'poller'
  expect(send(spn, '00D6000101BB', '00A4080C022FE2', '00D6000001BB', '00A4080C022F06', '00DC010401BB')).toEqual([
    '9000',
    '9000',
    '9000',
    '6982',
    '9000',
    '6982',
  ])
})

test('ADM1 is blocked after ten wrong keys, also after a reset', () => {
  const { card, send } = makeCard()
  for (let left = 9; left >= 0; left--) expect(send('0020000A083131313131313131')).toEqual([`63C${left.toString(16).toUpperCase()}`])
  card.reset()
  expect(send('0020000A083838383838383838')).toEqual(['6983'])
})

test('a content survives a reset and the storage of the card', () => {
  const { card, send } = makeCard()
  send('00A4080C047FFF6F7B', '00D6000003440110')
  const again = new VirtualCard(JSON.parse(JSON.stringify(card.nvm)) as VirtualCard['nvm'], new Random('again'))
  again.execute(fromHex('00A4080C047FFF6F7B'))
  expect(toHex(encodeResponse(again.execute(fromHex('00B0000004'))))).toBe('440110ff9000')
})

test('a card without a subscription has no files', () => {
  const card = new VirtualCard(newCardNvm({ keys: cardKeys }), new Random('none'))
  expect(card.execute(fromHex('00A4080C022FE2')).sw).toBe(0x6a86)
  expect(card.execute(fromHex('00B0000001')).sw).toBe(0x6d00)
})

test('an update while a secure channel of the issuer is open leaves the channel as it is', () => {
  const { send } = makeCard()
  expect(send('00A4040000')[0]).toMatch(/9000$/)
  expect(send('00A4080C047FFF6F7B', '80CA00E000')[1]).toMatch(/9000$/)
})
