import { expect, test } from 'vitest'
import { scriptLines } from './rfm-script.ts'
import { numbersFrom, partOfScript, withoutUse } from './script-part.ts'

const spn = '00A40804047FFF6F46'
const smsp = '00A40804047FFF6F42'
const script = [spn, '00B0000011', '00D6000001FF', smsp, '00DC010401FF']
const lines = scriptLines(script)

test('a part of a script keeps the SELECT of each of its lines', () => {
  expect(partOfScript(script, [1, 3])).toEqual([spn, '00D6000001FF'])
  expect(partOfScript(script, [4, 5])).toEqual([smsp, '00DC010401FF'])
  for (const numbers of [[3], [1, 5], [0, 1], [1, 6], [2, 1], [1, 1]])
    expect([numbers, partOfScript(script, numbers)]).toEqual([numbers, null])
})

test('the numbers from a line on begin with the SELECT of its file', () => {
  expect(numbersFrom(lines, 2)).toEqual([1, 3, 4, 5])
  expect(numbersFrom(lines, 3)).toEqual([4, 5])
  expect(numbersFrom(lines, 4)).toEqual([4, 5])
  expect(numbersFrom(lines, 1, [1])).toEqual([1, 3, 4, 5])
  expect(numbersFrom(lines, 4, withoutUse(lines, 4))).toEqual([])
})

test('a SELECT that no other line uses is left out with its line, and the lines of a SELECT with it', () => {
  expect(withoutUse(lines, 4)).toEqual([3, 4])
  expect(withoutUse(lines, 2)).toEqual([2])
  expect(withoutUse(lines, 0)).toEqual([0, 1, 2])
})
