import { decodeCommand } from '@simdeck/protocol/apdu.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { filledScript, readsKeys, scriptLines } from '@simdeck/protocol/card-files/rfm-script.ts'
import { partOfScript } from '@simdeck/protocol/card-files/script-part.ts'
import {
  filledWith,
  type Hole,
  isCsvVariable,
  readTemplate,
  type ScriptData,
  type VariableValues,
} from '@simdeck/protocol/card-files/template.ts'
import type { RfmParameters } from '@simdeck/protocol/ota/kinds/rfm.ts'
import type { StoreDataParameters } from '@simdeck/protocol/ota/kinds/store-data.ts'
import type { Db } from '../platform/db/database.ts'
import { scriptById, valuesOfSim } from './queries.ts'
import type { PackageScriptRow, ScriptPurpose } from './tables.ts'
import { csvValuesOf } from './values/access.ts'

/** A revision of a script, with the places of its variables. */
export type ScriptToSend = {
  id: number
  packageAid: string
  packageName: string
  otaVersion: string
  instanceAid: string
  holes: readonly Hole[]
  row: PackageScriptRow
}

const templatesOf = ({ lines }: PackageScriptRow): ScriptData[] => lines.map(readTemplate)

/** Null for an unknown revision. */
export async function scriptToSend(db: Db, purpose: ScriptPurpose, id: number): Promise<ScriptToSend | null> {
  const row = await scriptById(db, purpose, id)
  if (!row) return null
  const { package_aid: packageAid, package_name: packageName, ota_version: otaVersion, instance_aid: instanceAid } = row
  return { id, packageAid, packageName, otaVersion, instanceAid, row, holes: templatesOf(row).flatMap(({ holes }) => holes) }
}

/** The lines of a script with these numbers, or the whole script without any; null for lines that cannot be sent without others. */
export function partToSend(script: ScriptToSend, numbers: readonly number[] | undefined): ScriptToSend | null {
  if (!numbers) return script
  const lines = partOfScript(script.row.lines, numbers)
  if (!lines) return null
  const row = { ...script.row, lines }
  return { ...script, row, holes: templatesOf(row).flatMap(({ holes }) => holes) }
}

const noValues: VariableValues = { iccid: null, imsi: null, imei: null, msisdn: null, simId: null, 'group.name': null }

/** A SIM, and the CSV with its values, if the campaign has one. */
export type Recipient = { simId: number; valuesId: number | undefined }

async function valuesFor(db: Db, { holes }: ScriptToSend, { simId, valuesId }: Recipient): Promise<VariableValues | undefined> {
  if (holes.length === 0) return noValues
  const values = await valuesOfSim(db, simId)
  if (!values || valuesId === undefined || !holes.some(({ name }) => isCsvVariable(name))) return values
  return { ...values, ...(await csvValuesOf(db, valuesId, simId)) }
}

/** The data for the applet; null if the SIM lacks a value or its value does not fit. */
export async function storeDataFor(db: Db, script: ScriptToSend, recipient: Recipient): Promise<StoreDataParameters | null> {
  const values = await valuesFor(db, script, recipient)
  return values ? storeDataOf(script, values) : null
}

/** The commands on the files of the card; null if the SIM lacks a value, its value does not fit, or the script reads keys. */
export async function rfmFor(db: Db, script: ScriptToSend, recipient: Recipient): Promise<RfmParameters | null> {
  const values = await valuesFor(db, script, recipient)
  return values ? rfmOf(script, values) : null
}

function storeDataOf({ row, instanceAid }: ScriptToSend, values: VariableValues): StoreDataParameters | null {
  const data = filledWith(readTemplate(row.lines[0] ?? ''), values)
  return data && { instanceAid: fromHex(instanceAid), data, isTlv: row.option }
}

function rfmOf({ row }: ScriptToSend, values: VariableValues): RfmParameters | null {
  const checked = scriptLines(row.lines)
  const lines = checked.some(readsKeys) ? null : filledScript(checked, values)
  return lines && { lines, readsBack: row.option }
}

/** The data with 00 in place of values, for the cost. */
export const emptyStoreData = (script: ScriptToSend): StoreDataParameters => ({
  instanceAid: fromHex(script.instanceAid),
  data: readTemplate(script.row.lines[0] ?? '').octets,
  isTlv: script.row.option,
})

/** The commands with 00 in place of values, for the cost. */
export const emptyRfm = ({ row }: ScriptToSend): RfmParameters => ({
  lines: scriptLines(row.lines).map(({ data, path }) => ({ apdu: decodeCommand(data.octets), path })),
  readsBack: row.option,
})
