import { newSim, simChange } from '@simdeck/contract/sim-edits.ts'
import { simFields } from '@simdeck/contract/sim-fields.ts'
import type { SimFieldsWith } from '@simdeck/contract/sim-fields.ts'
import type { Translations } from '../../ui/words/text.ts'
import type { faultText } from './edit-text.ts'
import { bodyOfChange, bodyOfNew, normaliseDigits, scp03Names, textFields } from './sim-draft.ts'
import type { KeyName, SimDraft, TextField } from './sim-draft.ts'

export type Faults = Partial<Record<keyof SimDraft, string>>
type FaultTexts = Translations<typeof faultText>

function iccidFault(typed: string, t: FaultTexts): string {
  const iccid = normaliseDigits(typed)
  if (iccid === '') return t.iccidMissing
  return /^\d+$/.test(iccid) ? t.iccidLength(iccid.length) : t.iccidDigits
}

const hasPattern = (name: TextField): name is SimFieldsWith<{ editable: true; pattern: RegExp }> => 'pattern' in simFields[name]

function textFault(name: TextField, t: FaultTexts): string {
  return hasPattern(name) ? t[name] : t.line(simFields[name].max)
}

function keyFault(name: string, t: FaultTexts): string {
  if (name === 'sd_aid' || name === 'kvn') return t[name]
  if (name.startsWith('scp03')) return t.scp03Key
  return name === 'cap_auth_key' ? t.capAuthKey : t.encryptKey
}

function faultsOf(issues: readonly { path: readonly PropertyKey[] }[], draft: SimDraft, t: FaultTexts): Faults {
  const faults: Faults = {}
  for (const { path } of issues) {
    const [name, key] = path.map(String)
    if (name === 'iccid') faults.iccid = iccidFault(draft.iccid, t)
    else if (name === 'keys' && key !== undefined) faults[`keys.${key as KeyName}`] = keyFault(key, t)
    else if (name === 'keys') {
      const wanted = draft['keys.scp03_enc'].length
      for (const one of scp03Names) if (draft[`keys.${one}`].length !== wanted) faults[`keys.${one}`] ??= t.scp03Alike
    } else {
      const text = textFields.find((known) => known === name)
      if (text) faults[text] = textFault(text, t)
    }
  }
  return faults
}

/** Error messages for the form of a new SIM, by field. A field without an error has no entry. */
export function faultsOfNew(draft: SimDraft, t: FaultTexts): Faults {
  const { error } = newSim.safeParse(bodyOfNew(draft))
  return error ? faultsOf(error.issues, draft, t) : {}
}
/** Error messages for the form that changes a SIM, by field. */
export function faultsOfChange(draft: SimDraft, t: FaultTexts): Faults {
  const { error } = simChange.safeParse(bodyOfChange(draft))
  return error ? faultsOf(error.issues, draft, t) : {}
}
