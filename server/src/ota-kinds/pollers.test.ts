import { expect, test } from 'vitest'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import type { OtaJobRow } from './kind.ts'
import { hasToWait, isWayBack, confirmedBy, wouldLeaveNoPoller } from './pollers.ts'

const { pollerA: old, pollerB: next } = fixedAids
const now = new Date('2026-11-27T12:00:00Z')
const later = new Date(now.getTime() + 1)

/** The removal of the poller in slot A, with the poller in slot B as its successor. */
const removal = (differences: Partial<OtaJobRow> = {}): OtaJobRow =>
  ({
    kind: 'remove',
    applet_type: 0,
    package_aid: old.packageAid,
    params: { instanceAID: old.moduleAid, successorAID: next.moduleAid },
    poller_instance_aid: old.moduleAid,
    standby_poller_instance_aid: next.moduleAid,
    poll_by: later,
    ...differences,
  }) as OtaJobRow

test('the old poller waits until the time of the new one is over, and then removes the new one', () => {
  expect(hasToWait(removal(), old.moduleAid, now)).toBe(true)
  expect(hasToWait(removal({ poll_by: now }), old.moduleAid, now)).toBe(false)
  expect(isWayBack(removal(), old.moduleAid)).toBe(true)
})

test('the new poller removes the old one at once, also after its time', () => {
  for (const poll_by of [now, later, null]) expect(hasToWait(removal({ poll_by }), next.moduleAid, now)).toBe(false)
  expect(isWayBack(removal(), next.moduleAid)).toBe(false)
})

test('only a POLL of the new poller confirms it', () => {
  expect(confirmedBy([removal()], next.moduleAid)).toHaveLength(1)
  expect(confirmedBy([removal()], old.moduleAid)).toEqual([])
})

test('a poller leaves its own removal to the other one, and is refused it without another', () => {
  const byHand = { params: { instanceAID: old.moduleAid }, poll_by: null }
  expect(hasToWait(removal(byHand), old.moduleAid, now)).toBe(true)
  expect(hasToWait(removal(byHand), next.moduleAid, now)).toBe(false)
  const alone = removal({ ...byHand, standby_poller_instance_aid: null })
  expect(hasToWait(alone, old.moduleAid, now)).toBe(false)
  expect(wouldLeaveNoPoller(alone, old.moduleAid)).toBe(true)
})
