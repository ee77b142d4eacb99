import { newSim, simChange } from '@simdeck/contract/sim-edits.ts'
import { simFields, simFieldsWith } from '@simdeck/contract/sim-fields.ts'
import type { SimFields, SimFieldsWith } from '@simdeck/contract/sim-fields.ts'
import { defaultScp03Level } from '@simdeck/contract/sim-values.ts'
import type { Scp03Level, SimStatus } from '@simdeck/contract/sim-values.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import type { z } from 'zod'
import type { GroupChoice } from '../../groups/GroupField.tsx'

export const keyNames = ['cap_auth_key', 'encrypt_key', 'scp03_enc', 'scp03_mac', 'scp03_dek'] as const
export type KeyName = (typeof keyNames)[number]
export const scp03Names = ['scp03_enc', 'scp03_mac', 'scp03_dek'] as const satisfies readonly KeyName[]

export type TextField = SimFieldsWith<{ editable: true; type: 'text' }>
export type ChoiceField = SimFieldsWith<{ editable: true; type: 'choice' }>
export const textFields = simFieldsWith({ editable: true, type: 'text' })
const choiceFields = simFieldsWith({ editable: true, type: 'choice' })

type Texts = Record<TextField, string>
type Choices = Pick<Sim, ChoiceField>

/** Values of the form of one SIM, with the server's field names. */
export type SimDraft = Record<`keys.${KeyName | 'sd_aid' | 'kvn'}`, string> &
  Texts &
  Choices & {
    iccid: string
    group_id: GroupChoice | null
    /** `usual`: the server chooses the status of a new SIM by its platform. */
    status: SimStatus | 'usual'
    withKeys: boolean
    scp03_level: Scp03Level
  }

const textsOf = (textOf: (name: TextField) => string): Texts => Object.fromEntries(textFields.map((name) => [name, textOf(name)])) as Texts
const choicesOf = (from: Choices): Choices => Object.fromEntries(choiceFields.map((name) => [name, from[name]])) as Choices
const initialChoices = Object.fromEntries(choiceFields.map((name) => [name, simFields[name].initial])) as {
  [Name in ChoiceField]: SimFields[Name]['initial']
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
  ...textsOf(() => ''),
  ...initialChoices,
  group_id: null,
  status: 'usual',
  scp03_level: defaultScp03Level,
  ...noKeys,
}

export const draftOf = (sim: Sim): SimDraft => ({
  ...noKeys,
  iccid: sim.iccid,
  ...textsOf((name) => sim[name] ?? ''),
  ...choicesOf(sim),
  group_id: sim.group,
  status: sim.status,
  scp03_level: sim.scp03_level ?? defaultScp03Level,
})

/** Normalises pasted digits: removes spaces and hyphens, and converts full-width digits. */
export const normaliseDigits = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s-]/g, '')
const valueOf = (name: TextField, typed: string): string | null =>
  ('pattern' in simFields[name] ? normaliseDigits(typed) : typed.trim()) || null

/** Parses a key version number in decimal or hex. Any other text is returned unchanged, so that the schema refuses it. */
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

const changeableFields = (draft: SimDraft) => ({
  ...(Object.fromEntries(textFields.map((name) => [name, valueOf(name, draft[name])])) as Record<TextField, string | null>),
  ...choicesOf(draft),
  group_id: draft.group_id?.id ?? null,
})

export const bodyOfNew = (draft: SimDraft) => ({
  iccid: normaliseDigits(draft.iccid),
  ...changeableFields(draft),
  ...(draft.status !== 'usual' && { status: draft.status }),
  ...(draft.withKeys && { keys: keysOf(draft), scp03_level: draft.scp03_level }),
})
export const bodyOfChange = (draft: SimDraft) => ({
  ...changeableFields(draft),
  scp03_level: draft.scp03_level,
  ...(draft.withKeys && { keys: keysOf(draft) }),
})

/** Request body of a new SIM. The draft must be valid. */
export const newSimOf = (draft: SimDraft): z.input<typeof newSim> => newSim.parse(bodyOfNew(draft))

/** Request body of a change, which contains the changed fields only. The draft must be valid. */
export function changeOf(draft: SimDraft, before: SimDraft): z.input<typeof simChange> {
  const old = { ...changeableFields(before), scp03_level: before.scp03_level }
  const change = simChange.parse(bodyOfChange(draft))
  return Object.fromEntries(Object.entries(change).filter(([name, value]) => name === 'keys' || value !== old[name as keyof typeof old]))
}

/** Length of a key in octets that its field asks for: the shortest allowed length that has room for the typed digits. */
export function requiredBytes(hexLength: number, lengths: readonly number[]): number {
  return lengths.find((bytes) => hexLength <= 2 * bytes) ?? lengths.at(-1) ?? 0
}
