import { expect, test } from 'vitest'
import { fromHex } from '../../bytes.ts'
import { getStatus, type RegistryEntry, registryEntries, type RegistrySubset } from '../../gp/registry.ts'
import { contentDigest } from '../content-digest.ts'
import type { JobPlan, PlainCommand } from './job-kind.ts'
import { contentRead, removeExtra } from './remove-extra.ts'

const aid = 'F0AABBCCDD77'
const applet = 'F0AABBCCDD7701'
const of = (digits: string, state: number, minor: number | null = null): RegistryEntry => ({
  aid: fromHex(digits),
  state,
  privileges: null,
  loadFileAid: null,
  loadFileVersion: minor === null ? null : { major: 3, minor },
  moduleAids: [],
  securityDomainAid: null,
})
const digest = contentDigest({ applications: [{ aid: applet, state: '07' }], loadFiles: [{ aid, version: '3.1' }] })
const parameters = { packageAid: fromHex(aid), digest }
const context = { cut: { receiveBuffer: 255, enc: true }, wrapping: null, securityDomainAid: new Uint8Array(8) }
const names = (plan: JobPlan) =>
  removeExtra.commands(parameters, plan, context).map(({ role, command }) => (role === 'delete' ? role : command.ins))
const command = (subset: RegistrySubset): PlainCommand => ({
  role: 'command',
  command: getStatus.encode({ subset, occurrence: 'first', aidPrefix: new Uint8Array() }),
  tolerated: [],
  position: 1,
})

/** The answers of a card that lists this content. */
function listing(applications: RegistryEntry[], loadFiles: RegistryEntry[], plan: JobPlan = 'first') {
  const answer = (entries: RegistryEntry[]) => ({ sw: 0x9000, data: registryEntries.encode(entries), plan })
  const first = removeExtra.take!(null, command('applications'), answer(applications))
  return removeExtra.take!(first, command('loadFilesAndModules'), answer(loadFiles))
}
const before = listing([of(applet, 7)], [of(aid, 1, 1)])
const left = { script: [], acked: 0, inDoubt: 2 }
const deletion = (plan: JobPlan) => removeExtra.commands(parameters, plan, context)[0]!
const after = (plan: JobPlan, sw: number) => removeExtra.take!(before, deletion(plan), { sw, data: new Uint8Array(), plan })

test('content is removed after the card has listed it as it was when the removal was decided', () => {
  expect(names('first')).toEqual([0xf2, 0xf2])
  expect(removeExtra.outcome!(before, parameters, 'first')).toBe('more')
  const plan = removeExtra.planAfter(parameters, { ...left, plan: 'first', found: before })
  expect(names(plan)).toEqual(['delete'])
  expect(removeExtra.outcome!(after(plan, 0x9000), parameters, plan)).toBe('Succeeded')
  expect(removeExtra.outcome!(after(plan, 0x6a88), parameters, plan)).toBe('NotFound')
})

test('nothing is removed from a card with other content, which is kept', () => {
  for (const found of [
    listing([of(applet, 7)], [of(aid, 1, 2)]),
    listing([of(applet, 7), of(`${aid}02`, 7)], [of(aid, 1, 1)]),
    listing([], [of(aid, 1, 1)]),
  ]) {
    expect(removeExtra.outcome!(found, parameters, 'first')).toBe('contentChanged')
    expect(contentRead(found)).not.toBeNull()
  }
  expect(removeExtra.outcome!(listing([], []), parameters, 'first')).toBe('NotFound')
  expect(removeExtra.outcome!(null, parameters, 'first')).toBe('more')
  expect(removeExtra.outcome!(before, { ...parameters, hasOtherApplets: true }, 'first')).toBe('otherApplets')
  expect(contentRead(null)).toBeNull()
})

test('a session that breaks after the card has listed other content is followed by another reading, and by no removal', () => {
  const changed = listing([of(applet, 7)], [of(aid, 1, 2)])
  const plan = removeExtra.planAfter(parameters, { ...left, plan: 'first', found: changed })
  expect(names(plan)).toEqual([0xf2, 0xf2])
  expect(removeExtra.outcome!(changed, parameters, plan)).toBe('contentChanged')
})

test('a removal in doubt reads the card again: content that is gone was removed', () => {
  const plan = removeExtra.planAfter(parameters, { ...left, plan: 'remove', found: before })
  expect(names(plan)).toEqual([0xf2, 0xf2])
  expect(removeExtra.outcome!(listing([], [], plan), parameters, plan)).toBe('Succeeded')
  const again = removeExtra.planAfter(parameters, { ...left, plan, found: listing([of(applet, 7)], [of(aid, 1, 1)], plan) })
  expect(names(again)).toEqual(['delete'])
  expect(removeExtra.outcome!(after(again, 0x6a88), parameters, again)).toBe('Succeeded')
  const unread = removeExtra.planAfter(parameters, { ...left, plan, found: null })
  expect(names(unread)).toEqual([0xf2, 0xf2])
  expect(removeExtra.outcome!(listing([], [], unread), parameters, unread)).toBe('Succeeded')
})

test('every session reads the card from the beginning, in as many answers as before, and a script in it goes on', () => {
  const begins = (plan: JobPlan, found: typeof before, opensSession: boolean) =>
    removeExtra.planToBegin!(parameters, { plan, found, opensSession })
  expect(removeExtra.runsInOneSession).toBe(true)
  expect(begins('remove', before, false)).toBe('remove')
  const plan = begins('remove', before, true)
  expect(names(plan)).toEqual([0xf2, 0xf2])
  const page = { sw: 0x6310, data: registryEntries.encode([of(applet, 7)]), plan: 'first' }
  const first = removeExtra.take!(null, command('applications'), page)
  const second = {
    ...command('applications'),
    command: getStatus.encode({ subset: 'applications', occurrence: 'next', aidPrefix: new Uint8Array() }),
  }
  const long = removeExtra.take!(first, second, { ...page, sw: 0x9000 })
  expect(names(begins('pages 0 1 0', long, true))).toEqual([0xf2, 0xf2, 0xf2])
})

test('answers of an earlier session do not count', () => {
  const plan = removeExtra.planToBegin!(parameters, { plan: 'remove', found: before, opensSession: true })
  const begun = removeExtra.take!(before, { ...command('applications'), role: 'externalAuthenticate' }, { sw: 0x9000, data: null, plan })
  expect(removeExtra.outcome!(begun, parameters, plan)).toBe('more')
  expect(contentRead(begun)).toBeNull()
  const script = [command('applications'), command('loadFilesAndModules')]
  expect(names(removeExtra.planAfter(parameters, { script, acked: 1, inDoubt: 2, plan, found: before }))).toEqual([0xf2, 0xf2])
  expect(names(removeExtra.planAfter(parameters, { script, acked: 2, inDoubt: 2, plan, found: before }))).toEqual(['delete'])
})
