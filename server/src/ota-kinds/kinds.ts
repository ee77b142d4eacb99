import { isOtaKind, type OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { certificate } from './certificate.ts'
import { install } from './install.ts'
import { inventory } from './inventory.ts'
import { iotSafe } from './iot-safe.ts'
import { keyRotation } from './key-rotation.ts'
import type { OtaJobRow, ServerKind } from './kind.ts'
import { pollerKeys } from './poller-keys.ts'
import { pollerSwitch } from './poller-switch.ts'
import { remove } from './remove.ts'
import { removeExtra } from './remove-extra.ts'
import { rfm } from './rfm.ts'
import { safeFile } from './safe-file.ts'
import { storeData } from './store-data.ts'

const serverKinds: { [Name in OtaKindName]: ServerKind<Name> } = {
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
}

/** Kind for actions of the specification that are not implemented: they end with code 203 without being sent. */
const notRegistered: Omit<ServerKind, 'plan'> = {
  job: async () => null,
  refusal: () => sessionCode.parameterNotRegistered,
  record: async () => undefined,
}

export function serverKind(name: OtaKindName): ServerKind {
  return serverKinds[name]
}

/** The kind that sends and records this OTA. */
export function kindOfRow({ kind }: Pick<OtaJobRow, 'kind'>): Omit<ServerKind, 'plan'> {
  return isOtaKind(kind) ? serverKinds[kind] : notRegistered
}
