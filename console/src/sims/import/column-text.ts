import type { Words } from '@simdeck/contract/languages.ts'
import type { SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import { fieldText } from '../field-words.ts'

/** Names of the columns. The screen shows them beside the names in the file. */
export const columnText: Record<SimCsvColumn, Words> = {
  ...fieldText,
  msisdn: { ja: '電話番号（MSISDN）', en: 'Phone number (MSISDN)' },
  cap_auth_key: { ja: 'CAP_AUTH_KEY', en: 'Authentication key' },
  encrypt_key: { ja: 'ENCRYPT_KEY', en: 'Encryption key' },
  sd_aid: { ja: 'セキュリティドメインのAID', en: 'AID of the security domain' },
  kvn: { ja: '鍵バージョン番号', en: 'Key version number' },
  scp03_enc: { ja: 'SCP03_ENC', en: 'SCP03 ENC key' },
  scp03_mac: { ja: 'SCP03_MAC', en: 'SCP03 MAC key' },
  scp03_dek: { ja: 'SCP03_DEK', en: 'SCP03 DEK key' },
  scp03_level: { ja: 'SCP03セキュリティレベル', en: 'SCP03 security level' },
  sms_key_set: { ja: 'SCP80の鍵セットの番号', en: 'SCP80 key set number' },
  sms_algorithm: { ja: 'SCP80のアルゴリズム', en: 'SCP80 algorithm' },
  sms_kic: { ja: 'SCP80のKIc', en: 'SCP80 KIc' },
  sms_kid: { ja: 'SCP80のKID', en: 'SCP80 KID' },
  sms_tar: { ja: 'SCP80のTAR', en: 'SCP80 TAR' },
  sms_counter: { ja: 'SCP80の使用済みカウンター', en: 'SCP80 counter already used' },
}
