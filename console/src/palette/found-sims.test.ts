import { expect, test } from 'vitest'
import { looksLikeNumber, matchedPart } from './found-sims.ts'

test('a text of at least three digits, with or without separators, looks like the number of a SIM', () => {
  expect(['8981', '+8190', '440 20', '８９８１', '“8981”', 'ICCID：8981', '12a', '12', '設定', 'SIM 20', ''].map(looksLikeNumber)).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

test('matchedPart finds the typed part, whatever its case, width and separators', () => {
  expect(matchedPart('Meter-0042', 'METER')).toEqual(['', 'Meter', '-0042'])
  expect(matchedPart('440201234567890', ' 1234 ')).toEqual(['44020', '1234', '567890'])
  expect(matchedPart('89811000023451420176', '8981 1000 0234 5142')).toEqual(['', '8981100002345142', '0176'])
  expect(matchedPart('検針器-横浜-2210', '札幌 ２２１０')).toEqual(['検針器-横浜-', '2210', ''])
  expect(matchedPart('89811000023451420176', 'ICCID: 8981')).toEqual(['', '8981', '1000023451420176'])
  expect(matchedPart('検針器', '自販機')).toBeNull()
  expect(matchedPart('検針器', ' ')).toBeNull()
})
