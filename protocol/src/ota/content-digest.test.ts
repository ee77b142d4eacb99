import { expect, test } from 'vitest'
import { contentDigest } from './content-digest.ts'

const file = (aid: string, version: string | null = '1.0') => ({ aid, version })
const applet = (aid: string, state = '07') => ({ aid, state })
const content = { applications: [applet('A000000001'), applet('A000000002')], loadFiles: [file('A000000003'), file('A000000004', null)] }

test('the digest does not depend on the order of the entries', () => {
  const turned = { applications: content.applications.toReversed(), loadFiles: content.loadFiles.toReversed() }
  expect(contentDigest(turned)).toBe(contentDigest(content))
  expect(contentDigest({ applications: [], loadFiles: [] })).toBe(0xe3b0c442)
})

test.each([
  ['an applet less', { ...content, applications: [applet('A000000001')] }],
  ['a lock', { ...content, applications: [applet('A000000001', '87'), applet('A000000002')] }],
  ['another version', { ...content, loadFiles: [file('A000000003', '1.1'), file('A000000004', null)] }],
  ['no version', { ...content, loadFiles: [file('A000000003', null), file('A000000004', null)] }],
  [
    'an applet in place of a package',
    { applications: [...content.applications, applet('A000000003')], loadFiles: [file('A000000004', null)] },
  ],
])('%s changes the digest', (_, changed) => {
  expect(contentDigest(changed)).not.toBe(contentDigest(content))
})

test('a state that an applet sets by itself does not change the digest', () => {
  expect(contentDigest({ ...content, applications: [applet('A000000001', '0F'), applet('A000000002')] })).toBe(contentDigest(content))
})
