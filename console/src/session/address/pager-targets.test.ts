import type { Page } from '@simdeck/contract/list.ts'
import { expect, test } from 'vitest'
import { pagerTargets } from './pager-targets.ts'

const rows = (change: Partial<Page<never>>): Page<never> => ({ data: [], pageIndex: 0, totalPages: 3, totalItems: 60, ...change })

test('a short list is paged by number and stops at its ends', () => {
  expect(pagerTargets({ page: 1 }, rows({}))).toEqual({ first: null, previous: null, next: { page: 2 }, last: { page: 3 } })
  expect(pagerTargets({ page: 3 }, rows({}))).toEqual({ first: { page: 1 }, previous: { page: 2 }, next: null, last: null })
})

test('after its numbered pages, a long list is paged by cursors: forwards, backwards and from its end', () => {
  const long = { totalPages: 50_000, totalIsEstimate: true, nextCursor: 'n', previousCursor: 'p' }
  expect(pagerTargets({ page: 499 }, rows(long)).next).toEqual({ page: 500 })
  expect(pagerTargets({ page: 500 }, rows(long))).toMatchObject({
    previous: { page: 499 },
    next: { page: 501, cursor: 'n' },
    last: { page: 50_000, cursor: 'last' },
  })
  expect(pagerTargets({ page: 501, cursor: 'c' }, rows(long))).toMatchObject({ previous: { page: 500 }, next: { page: 502, cursor: 'n' } })
  expect(pagerTargets({ page: 502, cursor: 'c' }, rows(long)).previous).toEqual({ page: 501, cursor: 'p' })
  expect(pagerTargets({ page: 50_000, cursor: 'last' }, rows({ ...long, nextCursor: null }))).toEqual({
    first: { page: 1 },
    previous: { page: 49_999, cursor: 'p' },
    next: null,
    last: null,
  })
})

test('an estimate that is too low does not hide the remaining rows', () => {
  const low = { totalPages: 2, totalIsEstimate: true, nextCursor: 'n', previousCursor: 'p' }
  expect(pagerTargets({ page: 2 }, rows(low)).next).toEqual({ page: 3 })
})
