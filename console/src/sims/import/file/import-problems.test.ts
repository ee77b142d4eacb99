import { expect, test } from 'vitest'
import { importProblems } from './import-problems.ts'

test('every field of the answer is read as a problem, even a field whose path has another form', () => {
  expect(
    importProblems([
      { path: 'line 3, iccid', message: 'ICCIDは19桁または20桁の数字です' },
      { path: 'line 12', message: '列の数が見出しと一致しません' },
      { path: 'mode', message: 'Invalid input' },
    ]),
  ).toEqual([
    { line: 3, column: 'iccid', reason: 'ICCIDは19桁または20桁の数字です' },
    { line: 12, column: null, reason: '列の数が見出しと一致しません' },
    { line: null, column: 'mode', reason: 'Invalid input' },
  ])
  expect(importProblems(undefined)).toEqual([])
})
