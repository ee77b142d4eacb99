import { expect, test } from 'vitest'
import { isSelected, noSelection, selectedCount, togglePage, toggleRow } from './selection.ts'

const page = ['1', '2', '3']
const frozen = { kind: 'frozen', id: 7, total: 12_482 } as const

test('the head box ticks the page and takes it out again, leaving other pages', () => {
  const other = toggleRow(noSelection, '9', page)
  const both = togglePage(other, page)
  expect(selectedCount(both)).toBe(4)
  expect(togglePage(both, page)).toEqual(other)
})

test('everything that matched counts as many as the server kept, on every page, until the head box takes it out', () => {
  expect(selectedCount(frozen)).toBe(12_482)
  expect(isSelected(frozen, 'anything')).toBe(true)
  expect(togglePage(frozen, page)).toEqual(noSelection)
})

test('unticking one row of everything leaves the rest of the page', () => {
  expect(toggleRow(frozen, '2', page)).toEqual({ kind: 'rows', ids: new Set(['1', '3']) })
})
