import { expect, test } from 'vitest'
import { freeTop } from './toast-position.ts'

const toasts = { height: 60, left: 1064, right: 1424, lowest: 900 }
const button = (top: number, left = 1300) => ({ top, bottom: top + 32, left, right: left + 120 })

test('toasts appear below the header, and below primary buttons that they would cover there', () => {
  expect(freeTop(64, toasts, [])).toBe(64)
  expect(freeTop(64, toasts, [button(68)])).toBe(108)
  expect(freeTop(64, toasts, [button(130), button(68)])).toBe(170)
})

test('a button beside or below the toasts does not move them', () => {
  expect(freeTop(64, toasts, [button(68, 20), button(400)])).toBe(64)
})

test('toasts keep their initial position if no free position exists', () => {
  expect(freeTop(64, { ...toasts, lowest: 120 }, [button(68)])).toBe(64)
})
