import type { z } from 'zod'
import { actionTypes } from '../ota-progress.ts'
import { certificate } from './certificate.ts'
import { install } from './install.ts'
import { inventory } from './inventory.ts'
import { iotSafe } from './iot-safe.ts'
import type { OtaKind } from './ota-kind.ts'
import { remove } from './remove.ts'
import { safeFile } from './safe-file.ts'

/** Every kind of OTA by its name, which is also the `action` of its campaigns. */
export const otaKinds = { install, remove, inventory, 'iot-safe': iotSafe, certificate, 'safe-file': safeFile } as const satisfies Record<
  string,
  OtaKind
>

export type OtaKindName = keyof typeof otaKinds

export const otaKindNames = Object.keys(otaKinds) as [OtaKindName, ...OtaKindName[]]

/** Parameters of a campaign of that kind. */
export type KindParameters<Name extends OtaKindName = OtaKindName> = z.output<(typeof otaKinds)[Name]['parameters']>

type AllOf<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void ? All : never
type Shapes = AllOf<(typeof otaKinds)[OtaKindName]['parameters']['shape']>
type Optional<Shape> = { [Name in keyof Shape]: Shape[Name] extends z.ZodType ? z.ZodOptional<Shape[Name]> : never }

const optional = (shape: z.ZodRawShape) => Object.entries(shape).map(([name, schema]) => [name, (schema as z.ZodType).optional()])

/** The parameters of all kinds, each optional, for calls whose kind is not known yet. */
export const parametersOfKinds = Object.fromEntries(
  otaKindNames.flatMap((name) => optional(otaKinds[name].parameters.shape)),
) as Optional<Shapes>

export const otaKind = (name: OtaKindName): OtaKind => otaKinds[name]

/** True if the kind of an OTA is implemented. */
export const isOtaKind = (kind: string): kind is OtaKindName => kind in otaKinds

/** Kinds that the specification names beside `install` and `remove`. A kind that is not in `otaKinds` is not implemented. */
const otherActionTypes = { 'store-data': actionTypes.STORE_DATA, rfm: actionTypes.RFM } as const

/** Every kind that an OTA can have, implemented or not. */
export type NamedOtaKind = OtaKindName | keyof typeof otherActionTypes

const ownActionTypes = Object.fromEntries(otaKindNames.map((name) => [name, otaKinds[name].actionType])) as Record<OtaKindName, number>

/** The `action_type` of each kind. */
export const actionTypeOfKind: Readonly<Record<NamedOtaKind, number>> = { ...otherActionTypes, ...ownActionTypes }

/** The kind of an OTA by the `action_type` of its progress; null for a kind that is not implemented. */
export function kindOfAction(actionType: number): OtaKindName | null {
  return otaKindNames.find((name) => otaKinds[name].actionType === actionType) ?? null
}
