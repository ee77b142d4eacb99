import { label } from '@simdeck/contract/packages.ts'
import { expect, test } from 'vitest'
import { textIn } from '../ui/words/text.ts'
import { importOf, resolves } from './detail/import-names.ts'
import { labelOfFile } from './add/label-of-file.ts'
import { managedAidName, packageTypeText } from './package-type.ts'

test('the label made from a file name is one that the server accepts, or empty', () => {
  expect(labelOfFile('telemetry-2.4.cap')).toBe('telemetry-2.4')
  expect(labelOfFile('テレメトリ v2.CAP')).toBe('')
  expect(labelOfFile('検針 applet_1.cap')).toBe('applet_1')
  expect(labelOfFile(`${'x'.repeat(80)}.cap`)).toHaveLength(62)
  for (const name of ['a b.cap', '///abc///.cap', '.cap', 'é.cap']) {
    const made = labelOfFile(name)
    expect(made === '' || label.safeParse(made).success).toBe(true)
  }
})

test('imports of known packages have names', () => {
  expect(importOf('A0000000620101 1.3')).toEqual({ aid: 'A0000000620101', version: '1.3', name: 'javacard.framework' })
  expect(importOf('a0000000620101 1.3').name).toBe('javacard.framework')
  expect(importOf('F0000000000001 2.0').name).toBeNull()
})

test('an import is resolved by the same major version and the same or a higher minor version', () => {
  expect([resolves('1.3', '1.3'), resolves('1.10', '1.3'), resolves('1.2', '1.3'), resolves('2.3', '1.3')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a built-in AID has a name in the language of the screen, a renamed AID its new label', () => {
  const ja = textIn(packageTypeText, 'ja')
  expect(managedAidName({ label: 'Telemetry' }, ja)).toBe('Telemetry')
  expect(managedAidName({ label: 'Poller B' }, ja)).toBe('ポーラー B')
  expect(managedAidName({ label: 'IoT SAFE' }, ja)).toBe('IoT SAFE')
  expect(managedAidName({ label: 'coldchain-agent' }, ja)).toBe('coldchain-agent')
  expect(managedAidName({ label: 'Telemetry Tokyo' }, ja)).toBe('Telemetry Tokyo')
})
