import { expect, test } from 'vitest'
import { Dice } from '../questions.fixture.ts'
import { indexedFields } from './fields.ts'
import { FleetData } from './fleet-data.ts'

const digits = (dice: Dice, count: number): string => Array.from({ length: count }, () => dice.below(10)).join('')

/** Numbers of the usual lengths, some of other lengths and some equal ones. */
function numbersOf(dice: Dice, id: number): Partial<Record<string, string>> {
  const long = dice.isOneIn(40) ? digits(dice, 1 + dice.below(3)) : ''
  return {
    iccid: `898110${dice.isOneIn(3) ? '0000' : digits(dice, 4)}${digits(dice, 9)}${long}`,
    imsi: `44010${digits(dice, 10)}`,
    ...(!dice.isOneIn(4) && { msisdn: `8190${digits(dice, 4)}${String(id % 50).padStart(4, '0')}` }),
    ...(dice.isOneIn(3) && { imei: dice.isOneIn(500) ? digits(dice, 5) : `35${digits(dice, 13)}` }),
    ...(dice.isOneIn(2) && { external_device_id: `${dice.of(['EXT-', 'ｄ', ''])}${digits(dice, 5)}` }),
    ...(dice.isOneIn(2) && { device_alias: `${dice.of(['Meter ', '自販機 ', '8'])}${digits(dice, 3)}` }),
  }
}

test('a search along the orders of the numbers finds the same SIMs as a search of all texts', () => {
  const dice = new Dice(31)
  const [withOrders, withoutOrders] = [new FleetData({ expected: 30_000 }), new FleetData({ expected: 30_000 })]
  const set = (ids: readonly number[]) => {
    const rows = ids.map((id) => {
      const numbers = numbersOf(dice, id)
      return { id, values: indexedFields.map((name) => numbers[name] ?? null) }
    })
    for (const index of [withOrders, withoutOrders]) index.set(rows)
  }
  set(Array.from({ length: 30_000 }, (_, at) => at + 1))
  for (const _ of withOrders.prepareOrders());
  const texts = [
    '1',
    '8',
    '44',
    '81',
    '90',
    '35',
    '898',
    '437',
    '0000',
    '00001',
    '8190',
    '4401',
    '89811',
    '898110000',
    '353',
    '05',
    'meter',
  ]
  const wrong: string[] = []
  for (let round = 0; round < 4; round++) {
    for (const text of [...texts, ...Array.from({ length: 20 }, () => digits(dice, 1 + dice.below(4))), '8981 44', '81 90']) {
      const take = dice.of([1, 8, 200])
      const [found, expected] = [withOrders.find(text, take), withoutOrders.find(text, take)]
      if (String(found) !== String(expected)) wrong.push(`${text}, ${take}: ${String(found)} instead of ${String(expected)}`)
    }
    set(Array.from({ length: 300 }, () => 1 + dice.below(30_000)))
    for (const index of [withOrders, withoutOrders]) index.remove([round + 1, 100 * round + 7])
  }
  expect(wrong).toEqual([])
})
