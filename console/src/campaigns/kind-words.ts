import type { Language } from '@simdeck/contract/languages.ts'
import { kindOfAction, otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'

/** What an OTA does, in a word or two. */
export function actionWords({ progress }: OtaLog, language: Language): string {
  const kind = kindOfAction(progress.action_type.type)
  return kind ? otaKind(kind).words.action[language] : ''
}
