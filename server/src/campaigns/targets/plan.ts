import type { Language } from '@simdeck/contract/languages.ts'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { OtaTarget } from '@simdeck/contract/ota-targets.ts'
import { requestedKind } from '../../ota-kinds/requested-kind.ts'
import type { Plan } from '../../ota-kinds/kind.ts'
import { serverKind } from '../../ota-kinds/kinds.ts'
import type { Db } from '../../platform/db/database.ts'

/** The OTA that a call requests for the SIMs of a snapshot. */
export type Asked = { kind?: OtaKindName | undefined; targets?: OtaTarget[] | undefined; language: Language }

/** The plan for each of the SIMs. Throws `ApiError` if the parameters contradict each other or a package. */
export function planOf(db: Db, asked: Asked): Promise<Plan> {
  const { targets = [], language } = asked
  return serverKind(requestedKind(asked)).plan(db, { targets, language })
}
