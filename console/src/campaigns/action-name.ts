import type { Language, Words } from '@simdeck/contract/languages.ts'
import { kindOfAction, otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { Campaign, OtaLog } from '@simdeck/contract/ota.ts'

/** Short name of the action of an OTA. */
export function actionName({ progress }: OtaLog, language: Language): string {
  const kind = kindOfAction(progress.action_type.type)
  return kind ? otaKind(kind).words.action[language] : ''
}

export const rollbackWords: Words = { ja: 'ロールバック', en: 'Rollback' }

/** Short name of what a campaign does. A rollback may install and remove. */
export const actionOfCampaign = ({ action, rollbackOf }: Campaign, language: Language): string =>
  (rollbackOf === null ? otaKind(action).words.action : rollbackWords)[language]
