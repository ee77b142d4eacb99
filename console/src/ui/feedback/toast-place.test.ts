import { expect, test } from 'vitest'
import { freeTop } from './toast-place.ts'

const toasts = { height: 60, left: 1064, right: 1424, lowest: 900 }
const button = (top: number, left = 1300) => ({ top, bottom: top + 32, left, right: left + 120 })

test('toasts stand below the header, and below the primary buttons that they would cover there', () => {
  expect(freeTop(64, toasts, [])).toBe(64)
  expect(freeTop(64, toasts, [button(68)])).toBe(108)
  expect(freeTop(64, toasts, [button(130), button(68)])).toBe(170)
})

test('a button beside or below them is no matter', () => {
  expect(freeTop(64, toasts, [button(68, 20), button(400)])).toBe(64)
})

test('where everything is taken they stay where they begin', () => {
  expect(freeTop(64, { ...toasts, lowest: 120 }, [button(68)])).toBe(64)
})
