import { expect, test } from 'vitest'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import type { StoredEntry } from '../tables.ts'
import type { Listed } from './compare.ts'
import { protectionsOf } from './protection.ts'

const issuer = 'A000000151000000'
const protectionOf = (aid: string, listed: Listed, needed: Parameters<typeof protectionsOf>[1]) => protectionsOf(listed, needed)(aid)
const recorded = { pollers: [fixedAids.pollerA.moduleAid], securityDomain: issuer }
const file = (aid: string, modules: string[] = []): StoredEntry => ({
  aid,
  state: '01',
  version: '1.0',
  modules,
  load_file: null,
  domain: issuer,
})
const app = (aid: string, owner: string | null, more: Partial<StoredEntry> = {}): StoredEntry => ({
  aid,
  state: '07',
  version: null,
  modules: [],
  load_file: owner,
  privileges: '000000',
  domain: issuer,
  ...more,
})
const extra = 'F0AABBCCDD77'
const instance = 'F0AABBCCDD7701'
const domain = 'A0000001515353'

test('a package with applets, and an applet alone, can be removed', () => {
  const listed = { loadFiles: [file(extra)], applications: [app(instance, extra)] }
  expect(protectionOf(extra, listed, recorded)).toBeNull()
  expect(protectionOf(instance, listed, recorded)).toBeNull()
})

test.each([fixedAids.pollerA, fixedAids.pollerB])('no poller of ours is removed: %o', ({ packageAid, moduleAid }) => {
  const listed = { loadFiles: [file(packageAid)], applications: [app(moduleAid, packageAid)] }
  expect(protectionOf(packageAid, listed, recorded)).toBe('poller')
  expect(protectionOf(moduleAid, listed, recorded)).toBe('poller')
})

test('the package of a poller of another supplier stays, also if the card does not tell which one it is', () => {
  const pollers = { ...recorded, pollers: [instance] }
  expect(protectionOf(extra, { loadFiles: [file(extra)], applications: [app(instance, extra)] }, pollers)).toBe('poller')
  expect(protectionOf(extra, { loadFiles: [file(extra, [instance])], applications: [app(instance, null)] }, pollers)).toBe('poller')
  expect(protectionOf(extra, { loadFiles: [file(extra)], applications: [app(instance, null)] }, pollers)).toBe('poller')
  expect(protectionOf(extra, { loadFiles: [file(extra)], applications: [] }, pollers)).toBe('poller')
})

test('a security domain stays if the SIM uses it, if it is personalized, and if content is under it', () => {
  const of = (more: Partial<StoredEntry>, loadFiles = [file(extra)]) => ({
    loadFiles,
    applications: [app(domain, extra, { privileges: '800000', ...more })],
  })
  expect(protectionOf(domain, of({}), { ...recorded, securityDomain: domain })).toBe('securityDomain')
  expect(protectionOf(domain, of({ state: '0F' }), recorded)).toBe('securityDomain')
  expect(protectionOf(extra, of({ state: '8F' }), recorded)).toBe('securityDomain')
  expect(protectionOf(domain, of({}, [{ ...file('F0AABBCCDD99'), domain }]), recorded)).toBe('securityDomain')
  expect(protectionOf(issuer, of({}), recorded)).toBe('securityDomain')
  expect(protectionOf(domain, of({}), recorded)).toBeNull()
})

test('content of which the card has not told what it is stays', () => {
  const untold = app(instance, extra, { privileges: null })
  expect(protectionOf(extra, { loadFiles: [file(extra)], applications: [untold] }, recorded)).toBe('unknown')
  expect(protectionOf(instance, { loadFiles: [], applications: [untold] }, recorded)).toBe('unknown')
  expect(protectionOf(extra, { loadFiles: [file(extra)], applications: [{ ...untold, load_file: null }] }, recorded)).toBe('unknown')
  expect(protectionOf('F0AABBCCDDFF', { loadFiles: [], applications: [] }, recorded)).toBe('unknown')
})
