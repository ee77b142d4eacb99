import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { ConsoleKind } from './console-kind.ts'
import { install } from './install.tsx'
import { inventory } from './inventory.tsx'
import { remove } from './remove.tsx'

/** Every kind of OTA as the wizard shows it. */
export const consoleKinds: Record<OtaKindName, ConsoleKind> = { install, remove, inventory }
