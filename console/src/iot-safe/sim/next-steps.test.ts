import { expect, test } from 'vitest'
import { nextSteps } from './next-steps.ts'

const active = {
  id: 1,
  label: 'tls',
  slotId: 1,
  keyPairStatus: 'Generated',
  csrStatus: 'Signed',
  certStatus: 'Active',
  managementStatus: null,
  templateId: 7,
  renewsId: null,
  renewAt: '2027-01-01T00:00:00.000Z',
  valid_to: '2027-02-01T00:00:00.000Z',
} as const
const kinds = (certificates: Parameters<typeof nextSteps>[0], delivery: 'Auto' | 'Manual' | null = 'Auto') =>
  nextSteps(certificates, () => delivery).map(({ kind, certId }) => `${kind} ${certId}`)

test('an active certificate is renewed or its renewal proposed by its template, and then ends', () => {
  expect(kinds([active])).toEqual(['renews 1', 'ends 1'])
  expect(kinds([active], 'Manual')).toEqual(['proposes 1', 'ends 1'])
  expect(kinds([active], null)).toEqual(['ends 1'])
  expect(kinds([{ ...active, templateId: null }])).toEqual(['ends 1'])
})

test('a certificate that is replaced or to be deleted is not renewed', () => {
  expect(kinds([{ ...active, managementStatus: 'NeedDelete' }])).toEqual(['ends 1'])
  expect(kinds([active, { ...active, id: 2, certStatus: 'Writing' }])).toEqual(['ends 1'])
  expect(kinds([active, { ...active, id: 2, slotId: 2, certStatus: 'Writing' }])).toEqual(['renews 1', 'ends 1'])
  expect(kinds([active, { ...active, id: 2, renewsId: 1 }])).toEqual(['renews 2', 'ends 1', 'ends 2'])
})

test('a request that waits for its approval comes first, and certificates that are over have nothing to come', () => {
  const waiting = { ...active, id: 3, slotId: 2, csrStatus: 'Verified', certStatus: 'None', renewAt: null, valid_to: null } as const
  expect(kinds([active, waiting])).toEqual(['awaitsApproval 3', 'renews 1', 'ends 1'])
  expect(kinds([{ ...active, certStatus: 'Revoked' }])).toEqual([])
  expect(kinds([{ ...waiting, keyPairStatus: 'Deleted' }])).toEqual([])
  expect(kinds([{ ...waiting, managementStatus: 'NeedDelete' }])).toEqual([])
})
