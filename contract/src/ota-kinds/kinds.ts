import type { z } from 'zod'
import { actionTypes } from '../ota-progress.ts'
import { install } from './install.ts'
import { inventory } from './inventory.ts'
import type { OtaKind } from './ota-kind.ts'
import { remove } from './remove.ts'

/** Every kind of OTA by its name, which is also the `action` of its campaigns. */
export const otaKinds = { install, remove, inventory } as const satisfies Record<string, OtaKind>

export type OtaKindName = keyof typeof otaKinds

export const otaKindNames = Object.keys(otaKinds) as [OtaKindName, ...OtaKindName[]]

/** Parameters of a campaign of that kind. */
export type KindParameters<Name extends OtaKindName = OtaKindName> = z.output<(typeof otaKinds)[Name]['parameters']>

type AllOf<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void ? All : never
type Shapes = AllOf<(typeof otaKinds)[OtaKindName]['parameters']['shape']>
type Optional<Shape> = { [Name in keyof Shape]: Shape[Name] extends z.ZodType ? z.ZodOptional<Shape[Name]> : never }

const optional = (shape: z.ZodRawShape) => Object.entries(shape).map(([name, schema]) => [name, (schema as z.ZodType).optional()])

/** The parameters of every kind, each optional: what a call may say before its kind is known. */
export const parametersOfKinds = Object.fromEntries(
  otaKindNames.flatMap((name) => optional(otaKinds[name].parameters.shape)),
) as Optional<Shapes>

export const otaKind = (name: OtaKindName): OtaKind => otaKinds[name]

/** True if the kind of an OTA is implemented. */
export const isOtaKind = (kind: string): kind is OtaKindName => kind in otaKinds

/** Kinds that the specification names beside `install` and `remove`; an OTA may have one that is not in `otaKinds`, which nothing does. */
const otherActionTypes = { 'store-data': actionTypes.STORE_DATA, rfm: actionTypes.RFM } as const

/** A kind that an OTA may have. */
export type NamedOtaKind = OtaKindName | keyof typeof otherActionTypes

const ownActionTypes = Object.fromEntries(otaKindNames.map((name) => [name, otaKinds[name].actionType])) as Record<OtaKindName, number>

/** `action_type` by the kind of an OTA. */
export const actionTypeOfKind: Readonly<Record<NamedOtaKind, number>> = { ...otherActionTypes, ...ownActionTypes }

/** The kind of an OTA by the `action_type` of its progress; null for what the specification names and nothing here does. */
export function kindOfAction(actionType: number): OtaKindName | null {
  return otaKindNames.find((name) => otaKinds[name].actionType === actionType) ?? null
}
