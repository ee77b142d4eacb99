import { newSim, simChange } from '@simdeck/contract/sim-edits.ts'
import { defaultScp03Level } from '@simdeck/contract/sim-values.ts'
import type { cmPlatforms, operators, Scp03Level, SimStatus, simTypes } from '@simdeck/contract/sim-values.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import type { z } from 'zod'
import type { GroupChoice } from '../../groups/GroupField.tsx'
import type { Said } from '../../ui/words/text.ts'
import type { faultText } from './edit-text.ts'

export const keyNames = ['cap_auth_key', 'encrypt_key', 'scp03_enc', 'scp03_mac', 'scp03_dek'] as const
export type KeyName = (typeof keyNames)[number]
export const scp03Names = ['scp03_enc', 'scp03_mac', 'scp03_dek'] as const satisfies readonly KeyName[]

/** Values of the form of one SIM, with the server's field names. */
export type SimDraft = Record<`keys.${KeyName | 'sd_aid' | 'kvn'}`, string> & {
  iccid: string
  imsi: string
  msisdn: string
  imei: string
  device_alias: string
  external_device_id: string
  type: (typeof simTypes)[number]
  operator: (typeof operators)[number]
  cm_platform: (typeof cmPlatforms)[number]
  group_id: GroupChoice | null
  status: SimStatus | 'usual'
  withKeys: boolean
  scp03_level: Scp03Level
}

const noKeys = {
  withKeys: false,
  'keys.cap_auth_key': '',
  'keys.encrypt_key': '',
  'keys.scp03_enc': '',
  'keys.scp03_mac': '',
  'keys.scp03_dek': '',
  'keys.sd_aid': '',
  'keys.kvn': '',
} as const

export const emptyDraft: SimDraft = {
  iccid: '',
  imsi: '',
  msisdn: '',
  imei: '',
  device_alias: '',
  external_device_id: '',
  type: 'SIM',
  operator: 'other',
  cm_platform: 'none',
  group_id: null,
  status: 'usual',
  scp03_level: defaultScp03Level,
  ...noKeys,
}

export function draftOf(sim: Sim): SimDraft {
  const { iccid, imsi, msisdn, imei, device_alias, external_device_id, type, operator, cm_platform, group, status, scp03_level } = sim
  return {
    ...noKeys,
    iccid,
    imsi: imsi ?? '',
    msisdn: msisdn ?? '',
    imei: imei ?? '',
    device_alias: device_alias ?? '',
    external_device_id: external_device_id ?? '',
    type,
    operator,
    cm_platform,
    group_id: group,
    status,
    scp03_level: scp03_level ?? defaultScp03Level,
  }
}

/** Normalises pasted digits: removes spaces and hyphens, converts full-width digits. */
const digits = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s-]/g, '')
const digitsOrNull = (typed: string): string | null => digits(typed) || null
const wordsOrNull = (typed: string): string | null => typed.trim() || null

/** Parses a key version number in decimal or hex; any other text is returned unchanged, so that the schema refuses it. */
function versionOf(typed: string): number | string | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  return /^(\d{1,3}|0x[0-9a-f]{1,2})$/i.test(text) ? Number(text) : text
}

const keysOf = (draft: SimDraft) => ({
  ...Object.fromEntries(keyNames.map((name) => [name, draft[`keys.${name}`]])),
  ...(draft['keys.sd_aid'] !== '' && { sd_aid: draft['keys.sd_aid'] }),
  ...(versionOf(draft['keys.kvn']) !== undefined && { kvn: versionOf(draft['keys.kvn']) }),
})

const changeable = (draft: SimDraft) => ({
  imsi: digitsOrNull(draft.imsi),
  msisdn: digitsOrNull(draft.msisdn),
  imei: digitsOrNull(draft.imei),
  device_alias: wordsOrNull(draft.device_alias),
  external_device_id: wordsOrNull(draft.external_device_id),
  type: draft.type,
  operator: draft.operator,
  cm_platform: draft.cm_platform,
  group_id: draft.group_id?.id ?? null,
})

const bodyOfNew = (draft: SimDraft) => ({
  iccid: digits(draft.iccid),
  ...changeable(draft),
  ...(draft.status !== 'usual' && { status: draft.status }),
  ...(draft.withKeys && { keys: keysOf(draft), scp03_level: draft.scp03_level }),
})
const bodyOfChange = (draft: SimDraft) => ({
  ...changeable(draft),
  scp03_level: draft.scp03_level,
  ...(draft.withKeys && { keys: keysOf(draft) }),
})

/** Request body of a new SIM. The draft must be valid. */
export const newSimOf = (draft: SimDraft): z.input<typeof newSim> => newSim.parse(bodyOfNew(draft))

/** Request body of a change, with the changed fields only. The draft must be valid. */
export function changeOf(draft: SimDraft, before: SimDraft): z.input<typeof simChange> {
  const old = { ...changeable(before), scp03_level: before.scp03_level }
  const change = simChange.parse(bodyOfChange(draft))
  return Object.fromEntries(Object.entries(change).filter(([name, value]) => name === 'keys' || value !== old[name as keyof typeof old]))
}

export type Faults = Partial<Record<keyof SimDraft, string>>
type Words = Said<typeof faultText>

function iccidFault(typed: string, t: Words): string {
  const iccid = digits(typed)
  if (iccid === '') return t.iccidMissing
  return /^\d+$/.test(iccid) ? t.iccidLength(iccid.length) : t.iccidDigits
}

function keyFault(name: string, t: Words): string {
  if (name === 'sd_aid' || name === 'kvn') return t[name]
  if (name.startsWith('scp03')) return t.scp03Key
  return name === 'cap_auth_key' ? t.capAuthKey : t.encryptKey
}

function faultsOf(issues: readonly { path: readonly PropertyKey[] }[], draft: SimDraft, t: Words): Faults {
  const faults: Faults = {}
  for (const { path } of issues) {
    const [name, key] = path.map(String)
    if (name === 'iccid') faults.iccid = iccidFault(draft.iccid, t)
    else if (name === 'keys' && key !== undefined) faults[`keys.${key as KeyName}`] = keyFault(key, t)
    else if (name === 'keys') {
      const wanted = draft['keys.scp03_enc'].length
      for (const one of scp03Names) if (draft[`keys.${one}`].length !== wanted) faults[`keys.${one}`] ??= t.scp03Alike
    } else if (name === 'imsi' || name === 'msisdn' || name === 'imei' || name === 'device_alias' || name === 'external_device_id') {
      faults[name] = t[name]
    }
  }
  return faults
}

/** Errors of a new SIM, or of a change, by field. */
export function faultsOfNew(draft: SimDraft, t: Words): Faults {
  const { error } = newSim.safeParse(bodyOfNew(draft))
  return error ? faultsOf(error.issues, draft, t) : {}
}
export function faultsOfChange(draft: SimDraft, t: Words): Faults {
  const { error } = simChange.safeParse(bodyOfChange(draft))
  return error ? faultsOf(error.issues, draft, t) : {}
}

/** Required length of a key in octets: the shortest allowed length that is not below its current one. */
export function wantedBytes(hexLength: number, lengths: readonly number[]): number {
  return lengths.find((bytes) => hexLength <= 2 * bytes) ?? lengths.at(-1) ?? 0
}
