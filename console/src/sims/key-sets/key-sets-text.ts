import { defineText } from '../../ui/words/text.ts'

export const keySetsText = defineText({
  title: { ja: 'セキュリティドメインと鍵', en: 'Security domain and keys' },
  rotate: { ja: 'SCP03鍵を更新', en: 'Rotate SCP03 keys' },
  rotatePoller: { ja: 'ポーラーの鍵を更新', en: 'Rotate keys of the poller' },
  noKeys: { ja: '鍵が登録されていません。', en: 'No keys are on record.' },
  domain: { ja: 'セキュリティドメイン', en: 'Security domain' },
  change: { ja: '変更', en: 'Change' },
  changeTitle: { ja: 'セキュリティドメインを変更', en: 'Change the security domain' },
  changeWords: {
    ja: 'このSIMのOTAは、次回からこのAIDのセキュリティドメインに送られます。登録済みのSCP03鍵は、そのセキュリティドメインの鍵である必要があります。',
    en: 'OTAs of this SIM go to the security domain with this AID from now on. The SCP03 keys on record must be those of that domain.',
  },
  changed: { ja: 'セキュリティドメインを変更しました', en: 'The security domain was changed' },
  notChanged: { ja: 'セキュリティドメインを変更できませんでした', en: 'The security domain could not be changed' },
  wrongAid: { ja: 'AIDは5–16バイトの16進数で入力してください', en: 'An AID has 5 to 16 bytes, in hex' },
  scp03: {
    ja: (version: string) => `SCP03鍵セット（鍵バージョン番号 ${version}）`,
    en: (version: string) => `SCP03 key set, key version number ${version}`,
  },
  cardDefault: { ja: 'カードの既定', en: 'the default of the card' },
  poller: { ja: 'ポーラーの鍵', en: 'Keys of the poller' },
  key: { ja: '鍵', en: 'Key' },
  length: { ja: '長さ', en: 'Length' },
  kcv: { ja: '鍵チェック値', en: 'Check value' },
  bits: { ja: (bits: number) => `AES-${bits}`, en: (bits: number) => `AES-${bits}` },
  cannotOpen: { ja: '開けません', en: 'cannot be opened' },
  written: { ja: '登録', en: 'Written' },
  by: { ja: (name: string) => name, en: (name: string) => `by ${name}` },
  campaign: { ja: (id: number) => `配信 #${id}`, en: (id: number) => `campaign #${id}` },
  unproven: { ja: '未確定', en: 'Not proven' },
  unprovenWords: {
    ja: 'カードがこの鍵セットと以前の鍵セットのどちらを持つか、まだ確定していません。次のOTAで確かめます。どちらの場合も通信できます。',
    en: 'It is not known yet if the card holds this key set or the one before. The next OTA finds out; the SIM can be reached in both cases.',
  },
  unprovenPollerWords: {
    ja: 'カードがこの鍵と以前の鍵のどちらを持つか、まだ確定していません。次のポーリングで確定します。どちらの場合も通信できます。',
    en: 'It is not known yet if the card holds these keys or the ones before. Its next poll tells; the SIM can be reached in both cases.',
  },
})
