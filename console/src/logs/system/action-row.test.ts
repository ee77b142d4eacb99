import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ActionLog } from '@simdeck/contract/logs.ts'
import { expect, test } from 'vitest'
import { authorOf, contentOf, nameOfAction, objectOf } from './action-row.ts'
import { operationWords, unnamedOperations } from './operation-words.ts'

const row: ActionLog = {
  id: 7,
  action: 'simUpdate',
  url: '/v1/sims/12',
  method: 'PUT',
  request_params: '{}',
  operation: 'updateSim',
  request_by: 'a@example.com',
  request_by_name: '佐藤',
  request_at: '2026-11-20T05:00:00Z',
  status: 200,
  message: null,
  client_type: 'WEB_UI',
  ip: '192.0.2.1',
  subjects: ['sim:12'],
  subject_name: '水位計',
  changes: [
    { field: 'status', before: 'ACTIVATED', after: 'DEACTIVATED' },
    { field: 'keys', before: null, after: '***' },
  ],
}

test('a change is told with names, values in words and the number of further ones', () => {
  expect(contentOf(row, 'ja')).toBe('SIMの状態 Activated → Deactivated、ほか1項目')
  expect(contentOf({ ...row, changes: row.changes.slice(1) }, 'en')).toBe('Keys Set')
  expect(objectOf(row, 'ja')).toBe('水位計')
})

test('a failure is told in the language of the user, other rows by their SIMs or their request', () => {
  const failed = { ...row, status: 403, message: 'You do not have permission to access this resource' }
  expect(contentOf(failed, 'ja')).toBe('この操作を行う権限がありません')
  expect(contentOf({ ...row, changes: [], request_params: '{"sims":1200}' }, 'ja')).toBe('1,200台')
  expect(contentOf({ ...row, changes: [] }, 'ja')).toBeNull()
  expect(contentOf({ ...row, changes: [], request_params: '{"a":"… ' }, 'ja')).toBeNull()
  expect(contentOf({ ...row, changes: [], action: 'openApiCall' }, 'ja')).toBe('PUT /v1/sims/12')
  expect(contentOf({ ...row, changes: [], operation: null }, 'ja')).toBe('PUT /v1/sims/12')
  const made = { ...row, changes: [], request_params: '{"name":"北","x":1,"role_id":3,"group_id":null}' }
  expect(contentOf(made, 'ja')).toBe('名前 北、権限 メンバー')
})

test('every call that changes something has a name, by the action in its body if that chooses one', () => {
  const named = (operation: string, params: object) => nameOfAction({ ...row, operation, request_params: JSON.stringify(params) }, 'ja')
  const changing = Object.entries(endpoints as Record<string, Endpoint>).flatMap(([name, { action }]) => (action ? [name] : []))
  expect(changing.filter((name) => !(name in operationWords) && !unnamedOperations.includes(name))).toEqual([])
  const changes = ['pause', 'resume', 'release', 'retryNow', 'setLimits'].map((action) => named('changeCampaign', { action }))
  expect(new Set([...changes, named('changeCampaign', {})]).size).toBe(6)
  expect(named('archiveCampaigns', { archived: true, ids: [1] })).toBe('配信をアーカイブ')
  expect(named('archiveCampaigns', { archived: false, ids: [1] })).toBe('配信をアーカイブから戻す')
  expect(named('cancelOta', {})).toBe('配信を取り消し')
  expect(named('listSims', {})).toBe('SIMを変更')
})

test('a person is named, with the e-mail for a deleted account', () => {
  expect(authorOf(row)).toBe('佐藤')
  expect(authorOf({ ...row, request_by_name: null })).toBe('a@example.com')
})

test('an action on OTA is named after its record, and a setting after its name', () => {
  expect(nameOfAction({ ...row, operation: null, action: 'otaUpdate', subjects: ['campaign:4'] }, 'ja')).toBe('配信を変更')
  expect(nameOfAction({ ...row, operation: null, action: 'otaUpdate', subjects: [] }, 'en')).toBe('OTA updated')
  expect(objectOf({ ...row, subject_name: null, subjects: ['campaign:4'] }, 'ja')).toBe('#4')
  const settings = { ...row, subject_name: null, subjects: ['setting:system_mail', 'setting:system_theme'] }
  expect(objectOf(settings, 'ja')).toBe('システムメール（ほか1件）')
})
