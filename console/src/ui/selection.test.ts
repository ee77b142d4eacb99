import { expect, test } from 'vitest'
import { isSelected, noSelection, selectedCount, togglePage, toggleRow } from './selection.ts'

const page = ['1', '2', '3']

test('the head box ticks the page and takes it out again, leaving other pages', () => {
  const other = toggleRow(noSelection, '9', page)
  const both = togglePage(other, page)
  expect(selectedCount(both, 100)).toBe(4)
  expect(togglePage(both, page)).toEqual(other)
})

test('everything that matches counts as many as match, on every page', () => {
  expect(selectedCount({ kind: 'matching' }, 12_482)).toBe(12_482)
  expect(isSelected({ kind: 'matching' }, 'anything')).toBe(true)
})

test('unticking one row of everything leaves the rest of the page', () => {
  expect(toggleRow({ kind: 'matching' }, '2', page)).toEqual({ kind: 'rows', ids: new Set(['1', '3']) })
})
