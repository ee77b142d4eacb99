import { expect, test } from 'vitest'
import { parseCreationTime, readManifest } from './manifest.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

test('the manifest of a converter is read, continuation lines included', () => {
  const manifest = readManifest(
    bytes(
      'Manifest-Version: 1.0\r\n\r\nName: com/example\r\nJava-Card-CAP-Creation-Time: Wed Dec 28 20:\r\n 00:16 CET 2022\r\n' +
        'java-card-converter-version:  [v3.0.5]\r\nJava-Card-Converter-Provider: Oracle Corporation\r\n',
    ),
  )
  expect(manifest).toEqual({
    creationTime: 'Wed Dec 28 20:00:16 CET 2022',
    createdAt: new Date('2022-12-28T19:00:16Z'),
    converterVersion: '[v3.0.5]',
    converterProvider: 'Oracle Corporation',
  })
})

test.each([
  ['Thu Jan 01 00:00:00 UTC 1970', '1970-01-01T00:00:00.000Z'],
  ['Mon Jul 07 13:05:47 CEST 2025', '2025-07-07T11:05:47.000Z'],
  ['Fri Mar 06 09:00:00 JST 2026', '2026-03-06T00:00:00.000Z'],
  ['Fri Mar 06 09:00:00 GMT+05:30 2026', '2026-03-06T03:30:00.000Z'],
  ['Fri Mar 06 09:00:00 GMT-03:00 2026', '2026-03-06T12:00:00.000Z'],
])('%s is %s', (text, iso) => {
  expect(parseCreationTime(text)?.toISOString()).toBe(iso)
})

test.each([
  '',
  'yesterday',
  'Fri Mar 06 09:00:00 QQQ 2026',
  'Fri Foo 06 09:00:00 UTC 2026',
  '2026-03-06',
  'Fri Mar 06 09:00:00 constructor 2026',
])('"%s" is no creation time', (text) => {
  expect(parseCreationTime(text)).toBeUndefined()
})

test('octets that are not a manifest have no fields', () => {
  expect(readManifest(new Uint8Array([0, 255, 58, 1]))).toEqual({})
})

test('a control character, which a database refuses, is replaced', () => {
  expect(readManifest(bytes('Java-Card-Converter-Version: a\u0000b'))).toMatchObject({ converterVersion: 'a\u{FFFD}b' })
})
