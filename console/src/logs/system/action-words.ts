import type { ActionName, SubjectKind } from '@simdeck/contract/actions.ts'
import { defineText } from '../../ui/words/text.ts'

/** Names of the actions of the action log. */
export const actionText = defineText({
  memberAdd: { ja: 'メンバーを追加', en: 'Member added' },
  memberUpdate: { ja: 'メンバーを変更', en: 'Member updated' },
  memberDelete: { ja: 'メンバーを削除', en: 'Member deleted' },
  settingAdd: { ja: '設定を追加', en: 'Setting added' },
  settingUpdate: { ja: '設定を変更', en: 'Setting updated' },
  settingDelete: { ja: '設定を削除', en: 'Setting deleted' },
  openApiCreate: { ja: 'API IDを作成', en: 'API ID created' },
  openApiDelete: { ja: 'API IDを削除', en: 'API ID deleted' },
  simAdd: { ja: 'SIMを追加', en: 'SIM added' },
  simUpdate: { ja: 'SIMを変更', en: 'SIM updated' },
  simDelete: { ja: 'SIMを削除', en: 'SIM deleted' },
  simImport: { ja: 'インポート', en: 'Import' },
  simExport: { ja: 'エクスポート', en: 'Export' },
  groupAdd: { ja: 'グループを追加', en: 'Group added' },
  groupUpdate: { ja: 'グループを変更', en: 'Group updated' },
  groupDelete: { ja: 'グループを削除', en: 'Group deleted' },
  otaAdd: { ja: 'OTAを追加', en: 'OTA added' },
  otaUpdate: { ja: 'OTAを変更', en: 'OTA updated' },
  otaDelete: { ja: 'OTAを削除', en: 'OTA deleted' },
  alertAdd: { ja: 'アラートのルールを追加', en: 'Alert rule added' },
  alertUpdate: { ja: 'アラートのルールを変更', en: 'Alert rule updated' },
  alertDelete: { ja: 'アラートのルールを削除', en: 'Alert rule deleted' },
  iotSafeAdd: { ja: 'IoT SAFEファイルを追加', en: 'IoT SAFE file added' },
  iotSafeUpdate: { ja: 'IoT SAFEの証明書・ファイルを変更', en: 'IoT SAFE object changed' },
  iotSafeDelete: { ja: 'IoT SAFEファイルを削除', en: 'IoT SAFE file deleted' },
  attentionUpdate: { ja: '要対応の担当を変更', en: 'Care of an item changed' },
  openApiCall: { ja: 'API呼び出し', en: 'API call' },
})

/** Names of the actions on OTA by the kind of their record. */
export const otaActionText = defineText({
  'otaAdd campaign': { ja: '配信を作成', en: 'Campaign added' },
  'otaUpdate campaign': { ja: '配信を変更', en: 'Campaign updated' },
  'otaAdd package': { ja: 'パッケージを追加', en: 'Package added' },
  'otaUpdate package': { ja: 'パッケージを変更', en: 'Package updated' },
  'otaDelete package': { ja: 'パッケージを削除', en: 'Package deleted' },
})

/** Name of an action, by the kind of its record if that says more. */
export function actionWords(
  action: ActionName,
  kind: SubjectKind | null,
  names: Record<ActionName, string>,
  otaNames: Record<string, string>,
): string {
  return otaNames[`${action} ${kind}`] ?? names[action]
}
