import { defineText } from '../../ui/words/text.ts'

export const simSettingsText = defineText({
  connection: { ja: '接続状態', en: 'Connection' },
  connectionWords: {
    ja: '最後にデータを受信してからオンライン判定時間が過ぎたSIMは、一覧と詳細で「オフ」になります。保存すると、すべての画面にすぐ反映されます。',
    en: 'A SIM is shown as off once the online term has passed since its last data. Saving applies to every screen at once.',
  },
  term: { ja: 'オンライン判定時間（分）', en: 'SIM online term (minutes)' },
  termWords: {
    ja: (minutes: string) => `1–100,000分。初期値は${minutes}分です。ポーリング間隔より長くしてください。`,
    en: (minutes: string) => `1 to 100,000 minutes, ${minutes} by default. It should be longer than the poll interval.`,
  },
  termWrong: { ja: '1–100,000の整数を入力してください', en: 'Enter a whole number from 1 to 100,000' },
  silent: { ja: '応答なしと判定するまでのポーリング間隔の倍数', en: 'Silent after own poll intervals' },
  silentWords: {
    ja: (times: number) =>
      `1–100倍。初期値は${times}倍です。使用中のSIMが、自身のポーリング間隔のこの倍数を過ぎても応答しないと、概要とグループで「応答なし」と数えます。`,
    en: (times: number) =>
      `1 to 100, ${times} by default. The overview and the groups count a SIM in use as silent once it has not polled for this many of its own intervals.`,
  },
  silentWrong: { ja: '1–100の整数を入力してください', en: 'Enter a whole number from 1 to 100' },
  location: { ja: '位置', en: 'Location' },
  locationWords: {
    ja: 'SIMの詳細と地図に表示する、最近の基地局の位置の件数です。',
    en: 'The number of recent locations of base stations that the page of a SIM and its map show.',
  },
  count: { ja: '位置の表示件数', en: 'Locations shown' },
  countWords: { ja: '1–10件。初期値は1件です。', en: '1 to 10, 1 by default.' },
  countWrong: { ja: '1–10の整数を入力してください', en: 'Enter a whole number from 1 to 10' },
  pollers: { ja: 'ポーラーの更新', en: 'Poller updates' },
  pollersWords: {
    ja: '新しいポーラーは、一度ポーリングしてから以前のポーラーを削除します。期限までにポーリングしない新しいポーラーは削除され、以前のポーラーが残ります。',
    en: 'A new poller removes the one before it once it has polled. A new poller that does not poll in time is removed, and the one before it stays.',
  },
  poller: { ja: '新しいポーラーの確認期限（分）', en: 'Time for a new poller (minutes)' },
  pollerWords: {
    ja: (most: string, usual: number) => `1–${most}分。初期値は${usual}分です。SIMのポーリング間隔の2倍が長いときは、その時間を待ちます。`,
    en: (most: string, usual: number) =>
      `1 to ${most} minutes, ${usual} by default. If two poll intervals of the SIM are longer, their time applies.`,
  },
  pollerWrong: { ja: '1–10,080の整数を入力してください', en: 'Enter a whole number from 1 to 10,080' },
  content: { ja: 'カードの内容の確認', en: 'What cards hold' },
  contentWords: {
    ja: 'ポーラーがカードの内容の変化を知らせると、サーバーがそのカードの内容を自動で取得します。OTAの途中のSIMは待ち、同じSIMの自動取得は6時間に1回までです。',
    en: 'When a poller reports that the content of its card has changed, the server reads that card by itself: not beside an open OTA, and at most once in 6 hours for each SIM.',
  },
  questions: { ja: '自動で確かめるカードの上限（1時間あたり）', en: 'Cards read by itself per hour' },
  questionsWords: {
    ja: (most: string, usual: string) => `0–${most}台。初期値は${usual}台です。0にすると、自動では確かめません。`,
    en: (most: string, usual: string) => `0 to ${most}, ${usual} by default. With 0, no card is read by itself.`,
  },
  questionsWrong: { ja: '0–100,000の整数を入力してください', en: 'Enter a whole number from 0 to 100,000' },
  maps: { ja: 'Googleマップ', en: 'Google Maps' },
  mapsWords: {
    ja: 'APIキーを設定すると、次に開くページから地図がGoogleマップになり、表示した範囲とこのコンソールのアドレスがGoogleに送られます。キーは地図を表示するブラウザーに渡されるため、Google側でこのコンソールのアドレスだけに使用を制限してください。変更履歴とログには記録されません。',
    en: 'With an API key, maps are those of Google from the next load of a page on, and Google gets the shown part of the map and the address of this console. The key reaches every browser that shows a map: restrict it at Google to the address of this console. Changes and logs never contain it.',
  },
  key: { ja: 'Google Maps APIキー', en: 'Google Maps API key' },
  keyWords: { ja: '空にすると、Googleマップを使用しません。', en: 'Leave it empty to do without Google Maps.' },
  keyWrong: {
    ja: 'APIキーは200文字以内の半角英数字、ハイフン、アンダースコアで入力してください',
    en: 'An API key has at most 200 letters, digits, hyphens and underscores',
  },
})
