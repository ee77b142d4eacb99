import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { ConsoleKind } from './console-kind.ts'
import { certificate } from './certificate.tsx'
import { install } from './install.tsx'
import { iotSafe } from './iot-safe.tsx'
import { inventory } from './inventory.tsx'
import { keyRotation } from './key-rotation.tsx'
import { pollerKeys, pollerSwitch } from './poller-kinds.tsx'
import { remove } from './remove.tsx'
import { removeExtra } from './remove-extra.tsx'
import { rfm } from './rfm.tsx'
import { safeFile } from './safe-file.tsx'
import { storeData } from './store-data.tsx'

/** All kinds of OTA as the wizard shows them. */
export const consoleKinds: Record<OtaKindName, ConsoleKind> = {
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
