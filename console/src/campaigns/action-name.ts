import type { Language, Words } from '@simdeck/contract/languages.ts'
import { kindOfAction, otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { Campaign, OtaLog } from '@simdeck/contract/ota.ts'

/** Short name of the action of an OTA. */
export function actionName({ progress }: OtaLog, language: Language): string {
  const kind = kindOfAction(progress.action_type.type)
  return kind ? otaKind(kind).words.action[language] : ''
}

const bySms: Words = { ja: '（SMS）', en: ' (SMS)' }
export const rollbackWords: Words = { ja: 'ロールバック', en: 'Rollback' }

/** Short name of what a campaign does. A rollback may install and remove. */
export function actionOfCampaign({ action, smsTAR, rollbackOf }: Campaign, language: Language): string {
  if (rollbackOf !== null) return rollbackWords[language]
  const name = otaKind(action).words.action[language]
  return smsTAR === null ? name : `${name}${bySms[language]}`
}
