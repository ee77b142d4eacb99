import { CallError } from '@simdeck/contract/client.ts'
import { expect, test } from 'vitest'
import { changesOf, errorsOf, isNameTooLong, savedForm } from './theme-draft.ts'

const saved = savedForm({ system_theme: 'pink', system_config_app_name: '運用台' })

test('only changed values are sent', () => {
  expect(changesOf({}, saved)).toEqual([])
  expect(changesOf({ theme: 'pink', name: ' 運用台 ' }, saved)).toEqual([])
  expect(changesOf({ theme: 'dark', name: '' }, saved)).toEqual([
    { field: 'theme', key: 'system_theme', value: 'dark' },
    { field: 'name', key: 'system_config_app_name', value: '' },
  ])
})

test('missing values give the defaults, and emptying the default name is not a change', () => {
  const fresh = savedForm({})
  expect(fresh).toEqual({ theme: 'light', logo: '', name: 'Simdeck' })
  expect(changesOf({ name: '' }, fresh)).toEqual([])
})

test('a name may have 64 characters but not 65', () => {
  expect(isNameTooLong(` ${'あ'.repeat(64)} `)).toBe(false)
  expect(isNameTooLong('あ'.repeat(65))).toBe(true)
})

test('an error of the server is shown at its field', () => {
  const sent = [{ field: 'theme' }, { field: 'name' }] as const
  const refused = (code: 'invalidInput' | 'invalidLogo' | 'noPermission', fields?: { path: string; message: string }[]) =>
    new CallError(400, { code, message: 'no', ...(fields && { fields }) })
  expect(errorsOf(refused('invalidInput', [{ path: '1.value', message: 'too long' }]), sent)).toEqual({ name: 'too long' })
  expect(errorsOf(refused('invalidLogo'), sent)).toEqual({ logo: 'no' })
  expect(errorsOf(refused('noPermission'), sent)).toEqual({})
  expect(errorsOf(new TypeError('offline'), sent)).toEqual({})
})
