import type { ExclusionReason } from '@simdeck/contract/bulk-ota.ts'
import type { Words } from '@simdeck/contract/languages.ts'

/** The reasons for which a single SIM cannot take part in a campaign, with the next action. */
export const exclusionWords: Readonly<Record<ExclusionReason, Words>> = {
  noKeys: { ja: 'SIMの鍵が登録されていません', en: 'The keys of the SIM are not known' },
  noSmsKeys: { ja: 'SMS用の鍵が登録されていません', en: 'The keys of the SIM for SMS are not known' },
  noNumber: { ja: 'SIMに電話番号が登録されていません', en: 'The SIM has no number' },
  quarantined: { ja: 'SIMは隔離中です。隔離を解除してください', en: 'The SIM is in quarantine. Release it first' },
  sameVersion: { ja: '同じバージョンがすでにあります', en: 'The SIM holds this version' },
  otherVersion: { ja: '同じAIDの別のパッケージがあります', en: 'The SIM holds another package of the same AID' },
  otaInProgress: { ja: '別のOTAが進行中です。終わってから実行してください', en: 'Another OTA is under way. Try again once it is over' },
  notInstalled: { ja: 'IoT SAFEアプレットなど、対象のアプレットがSIMにありません', en: 'The SIM does not hold the applet' },
  pollerBlocked: { ja: '実行すると、動作するポーラーがなくなります', en: 'It would leave the SIM without a working poller' },
  imported: { ja: 'ほかのパッケージが使用中です', en: 'Another package uses it' },
  bufferTooSmall: { ja: 'SIMの受信バッファに収まりません', en: 'It does not fit the receive buffer of the SIM' },
  missingImport: { ja: '必要なパッケージがSIMにありません', en: 'The SIM lacks a package that is imported' },
  notEnoughMemory: { ja: 'SIMの空きメモリが足りません', en: 'The SIM lacks free memory' },
  missingValue: {
    ja: 'テンプレートの差し込み項目（IMEIなど）の値がSIMにありません。SIMに登録してから実行してください',
    en: 'The SIM has no value for a placeholder of the template, such as the IMEI. Add it to the SIM first',
  },
  valueTooLong: {
    ja: '差し込む値が、決められた長さや形式に合いません',
    en: 'A value does not have the length or the form that it must have',
  },
  noValueRow: { ja: '差し込む値のCSVに、このSIMの行がありません', en: 'The CSV of values has no row of this SIM' },
  noCertificate: { ja: '対象になる証明書がありません', en: 'No certificate waits for this' },
  noSigner: {
    ja: '証明書テンプレートの認証局が署名できません。設定の「プライベートCA」で確認してください',
    en: 'The CA of the identity template cannot sign. See its state under Private CA in the settings',
  },
  noFile: { ja: '対象になるファイルがありません', en: 'No file waits for this' },
  keyVersionUnknown: { ja: 'SIMの鍵のバージョンが分かりません', en: 'The version of the keys of the SIM is unknown' },
  keysUnproven: {
    ja: 'SIMのSCP03鍵が未確定です。カードの内容を読み取ってから実行してください',
    en: 'The SCP03 keys of the SIM are not proven. Read its card first',
  },
  noStandbyPoller: { ja: 'SIMに予備のポーラーがありません', en: 'The SIM has no standby poller' },
  pollerUnknown: { ja: 'SIMはまだポーリングしていません', en: 'The SIM has not polled yet' },
  holdsCertificates: { ja: 'IoT SAFEの証明書が失われます', en: 'IoT SAFE certificates would be lost' },
  protectedContent: {
    ja: 'ポーラーまたは使用中のセキュリティドメインのため、削除できません',
    en: 'It is a poller or a security domain in use, which is never removed',
  },
  overBudget: { ja: '1台の通信量の上限を超えます', en: 'It exceeds the octets per SIM' },
}
