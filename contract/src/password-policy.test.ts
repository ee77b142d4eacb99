import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenPasswordRules, passwordKinds, passwordPolicy, passwordRules, passwordSymbols } from './password-policy.ts'

test('without settings a password has 8 to 64 allowed characters', () => {
  const policy = passwordPolicy({})
  expect(policy).toEqual({ minimum: 8, required: [] })
  expect(brokenPasswordRules(policy, 'abcdefg')).toEqual(['minimum'])
  expect(brokenPasswordRules(policy, 'abcdefgh')).toEqual([])
  expect(brokenPasswordRules(policy, 'a'.repeat(64))).toEqual([])
  expect(brokenPasswordRules(policy, 'a'.repeat(65))).toEqual(['maximum'])
  expect(brokenPasswordRules(policy, `abcdefgh${passwordSymbols}`)).toEqual([])
  for (const foreign of ['あ', ' ', '-', '"', 'é', '😀', '\u202e', '\n', '~']) {
    expect([foreign, brokenPasswordRules(policy, `abcdefgh${foreign}`)]).toEqual([foreign, ['characters']])
  }
})

test('a kind of character is required when its setting is "2", not when it is "1" or anything else', () => {
  const settings = {
    system_password_upper_case: '2',
    system_password_lower_case: '1',
    system_password_number: '2',
    system_password_symbol: '0',
    system_password_minimum: '12',
  }
  const policy = passwordPolicy(settings)
  expect(policy).toEqual({ minimum: 12, required: ['upperCase', 'number'] })
  expect(brokenPasswordRules(policy, 'abcdefghijkl')).toEqual(['upperCase', 'number'])
  expect(brokenPasswordRules(policy, 'ABCDEFGHIJK1')).toEqual([])
})

test('a minimum outside of 8 to 64 counts as 8', () => {
  for (const minimum of ['', '0', '7', '65', '8.5', 'x', '-9', '1e9'])
    expect([minimum, passwordPolicy({ system_password_minimum: minimum }).minimum]).toEqual([minimum, 8])
  expect(passwordPolicy({ system_password_minimum: '64' }).minimum).toBe(64)
})

test('a password that breaks no rule has the length and every required kind, under every policy', () => {
  const policies = fc.record({ minimum: fc.integer({ min: 8, max: 64 }), required: fc.subarray(passwordKinds) })
  const passwords = fc.oneof(fc.string({ maxLength: 80 }), fc.stringMatching(/^[A-Za-z0-9!@#$%^&*()_+]{6,66}$/))
  fc.assert(
    fc.property(policies, passwords, (policy, password) => {
      const broken = brokenPasswordRules(policy, password)
      expect(passwordRules(policy)).toEqual(expect.arrayContaining(broken))
      if (broken.length > 0) return
      expect(password).toMatch(/^[A-Za-z0-9!@#$%^&*()_+]{8,64}$/)
      expect(password.length).toBeGreaterThanOrEqual(policy.minimum)
      const kinds = { upperCase: /[A-Z]/, lowerCase: /[a-z]/, number: /\d/, symbol: /[!@#$%^&*()_+]/ }
      for (const kind of policy.required) expect(password).toMatch(kinds[kind])
    }),
  )
})
