import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { expect, test } from 'vitest'
import { problemsOf } from './authority-problems.ts'

const now = Date.parse('2026-11-24T12:00:00Z')
const hoursFromNow = (hours: number): string => new Date(now + hours * 3_600_000).toISOString()
const crl = { number: 1, madeAt: hoursFromNow(-1), nextAt: hoursFromNow(23), validTo: hoursFromNow(47), entries: 0, octets: 300 }
const good: CertificateAuthority = {
  id: 1,
  name: 'Root',
  kind: 'root',
  parentId: null,
  isDefault: false,
  state: 'active',
  subject: 'CN=Root',
  issuer: 'CN=Root',
  serial: '40',
  validFrom: hoursFromNow(-1),
  validTo: hoursFromNow(99_999),
  fingerprint: '00',
  chain: '',
  certificates: [],
  request: null,
  issued: 0,
  revoked: 0,
  crl,
  ocspSignerValidTo: hoursFromNow(999),
  urls: { crl: '', certificate: '', ocsp: '' },
  hasKey: true,
  backedUpAt: hoursFromNow(-1),
  backupCheckedAt: hoursFromNow(-0.5),
  revokedAt: null,
  revocationReason: null,
  createdAt: hoursFromNow(-1),
}
const found = (change: Partial<CertificateAuthority>) => problemsOf({ ...good, ...change }, now)

test('a CA with a CRL, an OCSP signer and a checked backup has no problem', () => {
  expect(found({})).toEqual([])
})

test('a backup is missing, unchecked since it was made, or checked long ago', () => {
  expect(found({ backedUpAt: null, backupCheckedAt: null })).toEqual(['noBackup'])
  expect(found({ backupCheckedAt: null })).toEqual(['backupUnchecked'])
  expect(found({ backupCheckedAt: hoursFromNow(-2) })).toEqual(['backupUnchecked'])
  expect(found({ backedUpAt: hoursFromNow(-9_999), backupCheckedAt: hoursFromNow(-9_000) })).toEqual(['backupCheckOld'])
})

test('a CRL is overdue after a grace time, and then expired; so is the OCSP signer', () => {
  expect(found({ crl: null })).toEqual(['crlOverdue'])
  expect(found({ crl: { ...crl, nextAt: hoursFromNow(-0.1) } })).toEqual([])
  expect(found({ crl: { ...crl, nextAt: hoursFromNow(-0.2) } })).toEqual(['crlOverdue'])
  expect(found({ crl: { ...crl, nextAt: hoursFromNow(-25), validTo: hoursFromNow(-1) } })).toEqual(['crlExpired'])
  expect(found({ ocspSignerValidTo: hoursFromNow(-1) })).toEqual(['ocspSignerEnded'])
})

test('a missing key can be restored only from a backup; a CA that has ended needs neither CRL nor backup', () => {
  expect(found({ state: 'keyMissing', hasKey: false, crl: null })).toEqual(['keyMissing', 'crlOverdue'])
  expect(found({ state: 'keyMissing', hasKey: false, backedUpAt: null })).toEqual(['keyLost'])
  expect(found({ state: 'awaitingCertificate', hasKey: false, crl: null })).toEqual(['keyMissing', 'awaitingCertificate'])
  expect(found({ state: 'expired', hasKey: false, crl: null, backedUpAt: null })).toEqual(['expired'])
  expect(found({ state: 'revoked', crl: null, backedUpAt: null })).toEqual([])
  expect(found({ state: 'endingSoon', backedUpAt: null })).toEqual(['endingSoon', 'noBackup'])
  expect(found({ state: 'awaitingCertificate', crl: null, backedUpAt: null })).toEqual(['noBackup', 'awaitingCertificate'])
})
