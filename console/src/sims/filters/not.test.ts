import { expect, test } from 'vitest'
import { withoutIdleNot, withNot } from './not.ts'

test('a filter is negated only while it is set', () => {
  expect(withoutIdleNot({ status: 'ACTIVATED', not: 'status,type' })).toEqual({ status: 'ACTIVATED', not: 'status' })
  expect(withoutIdleNot({ type: 'SIM', not: 'status' })).toEqual({ type: 'SIM' })
})

test('a removed filter is no longer negated when it is set again', () => {
  const filters = { status: 'ACTIVATED', type: 'SIM', not: 'status,type' }
  expect(withNot(filters, { status: null })).toEqual({ status: null, not: 'type' })
  expect(withNot({ status: 'ACTIVATED', not: 'status' }, { status: null })).toEqual({ status: null, not: null })
  expect(withNot({ status: 'ACTIVATED' }, { status: null })).toEqual({ status: null })
})

test('an editor turns its filter round, or back, and leaves the others', () => {
  const turned = { name: 'status', is: true } as const
  expect(withNot({ type: 'SIM', not: 'type' }, { status: 'READY' }, turned)).toEqual({ status: 'READY', not: 'type,status' })
  expect(withNot({ status: 'READY', not: 'status' }, { status: 'READY' }, { ...turned, is: false })).toEqual({ status: 'READY', not: null })
  expect(withNot({}, { status: null }, turned)).toEqual({ status: null })
})
