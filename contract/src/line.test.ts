import { expect, test } from 'vitest'
import { createApiCredential } from './api-credentials.ts'
import { register } from './auth.ts'
import { createGroup } from './groups.ts'
import { line } from './line.ts'
import { putMe } from './me.ts'
import { createMember } from './members.ts'
import { putBulkOta } from './bulk-ota.ts'
import { settingRules } from './settings.ts'
import { setAliases } from './sim-bulk.ts'
import { newSim } from './sim-edits.ts'
import { createSimView } from './sim-views.ts'

const unseen = [
  '\u0000',
  '\u001B',
  '\u0085',
  '\u00AD',
  '\u061C',
  '\u200B',
  '\u200D',
  '\u200E',
  '\u200F',
  '\u2028',
  '\u2029',
  '\u202A',
  '\u202E',
]
const others = ['\u2060', '\u2066', '\u2069', '\uFEFF', '\u{E0061}']
const email = 'someone@example.com'
const view = { shared: false, search: {}, table: { order: [], hidden: [], density: 'default' } }

/** The schemas of the names that people enter. Each function parses one name. */
const schemas: Record<string, (name: string) => { success: boolean }> = {
  line: (name) => line(100).safeParse(name),
  group: (name) => createGroup.body!.safeParse({ name }),
  'address of a group': (address) => createGroup.body!.safeParse({ name: 'x', address }),
  member: (name) => createMember.body!.safeParse({ email, name, role_id: 3 }),
  'own name': (name) => putMe.body!.safeParse({ name }),
  'name at sign-up': (name) => register.body!.safeParse({ email, name }),
  'API ID': (name) => createApiCredential.body!.safeParse({ name, role_id: 3 }),
  view: (name) => createSimView.body!.safeParse({ name, ...view }),
  alias: (device_alias) => newSim.safeParse({ iccid: '8981100000000000017', device_alias }),
  'device id': (external_device_id) => newSim.safeParse({ iccid: '8981100000000000017', external_device_id }),
  'pattern of aliases': (pattern) => setAliases.body!.safeParse({ selectionId: 1, pattern }),
  campaign: (name) => putBulkOta.body!.safeParse({ snapshotId: 1, targets: [{ appletType: 1, active: false }], name }),
  application: (name) => settingRules.system_config_app_name.value.safeParse(name),
}

test.each(Object.entries(schemas))('%s refuses invisible characters and accepts every script', (_what, parse) => {
  expect([...unseen, ...others].filter((character) => parse(`a${character}b`).success)).toEqual([])
  for (const name of ['東京 ゲート１', "O'Brien (2)", 'Ünïcödé – é', '☃️ café']) expect([name, parse(name).success]).toEqual([name, true])
})
