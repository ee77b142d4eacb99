import { actionTypes } from '../ota-progress.ts'
import { install } from './install.ts'
import { inventory } from './inventory.ts'
import type { OtaKind } from './ota-kind.ts'
import { remove } from './remove.ts'

/** Every kind of OTA by its name, which is also the `action` of its campaigns. */
export const otaKinds = { install, remove, inventory } as const satisfies Record<string, OtaKind>

export type OtaKindName = keyof typeof otaKinds

export const otaKindNames = Object.keys(otaKinds) as [OtaKindName, ...OtaKindName[]]

export const otaKind = (name: OtaKindName): OtaKind => otaKinds[name]

/** True if the kind of an OTA is implemented. */
export const isOtaKind = (kind: string): kind is OtaKindName => kind in otaKinds

/** Kinds that the specification names and nothing here does. */
const otherActionTypes = { 'store-data': actionTypes.STORE_DATA, rfm: actionTypes.RFM } as const

/** A kind that an OTA may have. */
export type NamedOtaKind = OtaKindName | keyof typeof otherActionTypes

const ownActionTypes = Object.fromEntries(otaKindNames.map((name) => [name, otaKinds[name].actionType])) as Record<OtaKindName, number>

/** `action_type` by the kind of an OTA. */
export const actionTypeOfKind: Readonly<Record<NamedOtaKind, number>> = { ...ownActionTypes, ...otherActionTypes }

/** The kind of an OTA by the `action_type` of its progress; null for what the specification names and nothing here does. */
export function kindOfAction(actionType: number): OtaKindName | null {
  return otaKindNames.find((name) => otaKinds[name].actionType === actionType) ?? null
}
