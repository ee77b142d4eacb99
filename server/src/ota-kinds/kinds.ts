import { isOtaKind, type OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import { sessionCode } from '@simdeck/protocol/ota/message-codes.ts'
import { install } from './install.ts'
import { inventory } from './inventory.ts'
import type { OtaJobRow, ServerKind } from './kind.ts'
import { remove } from './remove.ts'

const serverKinds: Record<OtaKindName, ServerKind> = { install, remove, inventory }

/** What the specification names and nothing here does: nothing is sent for it (203). */
const notRegistered: Omit<ServerKind, 'plan'> = {
  job: async () => null,
  refusal: () => sessionCode.parameterNotRegistered,
  record: async () => undefined,
}

export function serverKind(name: OtaKindName): ServerKind {
  return serverKinds[name]
}

/** How an OTA is sent and recorded. */
export function kindOfRow({ kind }: Pick<OtaJobRow, 'kind'>): Omit<ServerKind, 'plan'> {
  return isOtaKind(kind) ? serverKinds[kind] : notRegistered
}
