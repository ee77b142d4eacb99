import { expect, test } from 'vitest'
import { draftedPolicy, isMinimum, policyChanges, savedPolicy } from './policy-draft.ts'

const saved = savedPolicy({ system_password_minimum: '10', system_password_number: '2', system_mfa_required_roles: '1,2' })

test('only changed values are sent', () => {
  expect(policyChanges(saved, saved)).toEqual([])
  expect(policyChanges({ ...saved, minimum: ' 12 ', number: false, symbol: true, mfaRoles: [] }, saved)).toEqual([
    { key: 'system_password_minimum', value: '12' },
    { key: 'system_password_number', value: '1' },
    { key: 'system_password_symbol', value: '2' },
    { key: 'system_mfa_required_roles', value: '' },
  ])
})

test('a minimum is an integer from 8 to 64, and the preview replaces an invalid one with the minimum in force', () => {
  expect(['8', '64', ' 15 '].map(isMinimum)).toEqual([true, true, true])
  expect(['7', '65', '', '8.5', '1e1', '０９', '-8'].map(isMinimum)).toEqual([false, false, false, false, false, false, false])
  expect(draftedPolicy({ ...saved, minimum: '7' }, 10)).toEqual({ minimum: 10, required: ['number'] })
  expect(draftedPolicy({ ...saved, minimum: '15' }, 10).minimum).toBe(15)
})
