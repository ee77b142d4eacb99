/** A Japanese word to use, and a pattern of the words that must not be used for the same thing. */
export type Word = { use: string; avoid: RegExp }

/** One word for each thing. The patterns match common variants, except where a variant has another, correct meaning. */
export const words: readonly Word[] = [
  { use: 'ログイン / ログアウト', avoid: /サイン(イン|アウト|オン|オフ)/ },
  { use: '配信', avoid: /キャンペーン/ },
  { use: '権限', avoid: /ロール(?!バック)/ },
  { use: 'メンバー', avoid: /ユーザー(?!名|メニュー|情報)|ユーザ(?!ー)|利用者|メンバ(?!ー)/ },
  { use: '多要素認証', avoid: /[二２2](要素|段階)認証|MFA/ },
  { use: '確認コード（パスワードの再設定）、認証コード（多要素認証）', avoid: /(検証|セキュリティ)コード/ },
  { use: 'SIMの状態', avoid: /SIM(の)?ステータス/ },
  { use: 'SIMの鍵、またはCAP_AUTH_KEY、ENCRYPT_KEY', avoid: /認証鍵|暗号鍵|暗号化鍵/ },
  { use: '予備のポーラー', avoid: /待機ポーラー|スタンバイ/ },
  { use: 'アンインストール', avoid: /(アプレット|ポーラー)の削除(?!への同意)/ },
  { use: '進み具合', avoid: /進捗|OTAの進み(?!具合)|手順ごとの進み(?!具合)/ },
  { use: 'Telemetry (the name that packages, SIMs and campaigns hold)', avoid: /テレメトリ/ },
  { use: '配信一覧', avoid: /配信の一覧/ },
  { use: 'CAPファイルを登録', avoid: /CAPファイルを(追加|アップロード)/ },
  { use: 'セキュリティドメインのAID', avoid: /セキュリティドメインAID/ },
  { use: '鍵バージョン番号', avoid: /鍵バージョン(?!番号)|キーバージョン/ },
  { use: 'デバイス名', avoid: /デバイスエイリアス|エイリアス|端末名/ },
  { use: 'インポート / エクスポート', avoid: /読み?込み開始|書き出し/ },
  { use: '最終ポーリング', avoid: /最後のポーリング(?!から)|最新のポーリング/ },
  { use: '失効', avoid: /無効化する鍵|取消し/ },
  {
    use: 'サーバー、ブラウザー、カウンター、バッファ、パラメータ',
    avoid: /サーバ(?!ー)|ブラウザ(?!ー)|カウンタ(?!ー)|バッファー|パラメーター/,
  },
  { use: 'すでに、すべて、ほかの、ください、できる', avoid: /既に|全て|(?<!その)他の|下さい|出来|無い|又は|及び|毎に/ },
]

/** Counters: 台 for SIMs, 名 for people, 件 for rows, jobs and messages. `{}` is the number. */
export const counters: readonly Word[] = [
  { use: '{}台', avoid: /SIM[^、。]{0,8}\{\}件|\{\}件の?SIM|SIM[^、。]{0,6}\d件|SIMの件数/ },
  { use: '{}名', avoid: /[\d}]人|メンバー[^、。]{0,8}[\d}]件|[\d}]件の?メンバー/ },
  { use: '{}件', avoid: /\{\}(個の)?(行|メール|配信|ビュー|グループ)件|\{\}通/ },
]

const letter = '[\\u3041-\\u30ff\\u4e00-\\u9fff]'

/** Full-width brackets and punctuation in Japanese, half-width digits and Latin letters, no question mark after 「か」. */
export const marks: readonly Word[] = [
  { use: '（）', avoid: new RegExp(`${letter}\\(|\\(${letter}|${letter}\\)|\\)${letter}`) },
  { use: '、。：？！', avoid: new RegExp(`${letter} ?[,.:?!;](?![\\w./])`) },
  { use: '半角の英数字', avoid: /[Ａ-Ｚａ-ｚ０-９]/ },
  { use: '全角のカタカナ', avoid: /[ｦ-ﾟ]/ },
  { use: '…しますか', avoid: /か？$/ },
  { use: '「、。」の前後に空白を入れない', avoid: /[、。] | [、。]/ },
  { use: '数の範囲は–', avoid: /[\d}][〜～]|[\d}]-[\d{][\d}]*(文字|桁|バイト)/ },
]
