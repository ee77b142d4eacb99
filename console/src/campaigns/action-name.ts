import type { Language } from '@simdeck/contract/languages.ts'
import { kindOfAction, otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'

/** Short name of the action of an OTA. */
export function actionName({ progress }: OtaLog, language: Language): string {
  const kind = kindOfAction(progress.action_type.type)
  return kind ? otaKind(kind).words.action[language] : ''
}
