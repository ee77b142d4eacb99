import type { z } from 'zod'
import { certificate } from './certificate.ts'
import { install } from './install.ts'
import { inventory } from './inventory.ts'
import { iotSafe } from './iot-safe.ts'
import { keyRotation } from './key-rotation.ts'
import type { OtaKind } from './ota-kind.ts'
import { pollerKeys } from './poller-keys.ts'
import { pollerSwitch } from './poller-switch.ts'
import { remove } from './remove.ts'
import { removeExtra } from './remove-extra.ts'
import { rfm } from './rfm.ts'
import { safeFile } from './safe-file.ts'
import { storeData } from './store-data.ts'

/** Every kind of OTA by its name, which is also the `action` of its campaigns. */
export const otaKinds = {
  install,
  remove,
  inventory,
  'iot-safe': iotSafe,
  certificate,
  'safe-file': safeFile,
  'store-data': storeData,
  rfm,
  'key-rotation': keyRotation,
  'poller-switch': pollerSwitch,
  'poller-keys': pollerKeys,
  'remove-extra': removeExtra,
} as const satisfies Record<string, OtaKind>

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

/** The `action_type` of each kind. */
export const actionTypeOfKind = Object.fromEntries(otaKindNames.map((name) => [name, otaKinds[name].actionType])) as Readonly<
  Record<OtaKindName, number>
>

/** The kind of an OTA by the `action_type` of its progress; null for a kind that is not implemented. */
export function kindOfAction(actionType: number): OtaKindName | null {
  return otaKindNames.find((name) => otaKinds[name].actionType === actionType) ?? null
}
