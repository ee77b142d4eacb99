/** A Japanese word to use, and a pattern of the words that must not stand for the same thing. */
export type Word = { say: string; not: RegExp }

/** One word for each thing. The patterns match common variants, except where a variant has another, correct meaning. */
export const words: readonly Word[] = [
  { say: 'ログイン / ログアウト', not: /サイン(イン|アウト|オン|オフ)/ },
  { say: '配信', not: /キャンペーン/ },
  { say: '権限', not: /ロール(?!バック)/ },
  { say: 'メンバー', not: /ユーザー(?!名|メニュー|情報)|ユーザ(?!ー)|利用者|メンバ(?!ー)/ },
  { say: '多要素認証', not: /[二２2](要素|段階)認証|MFA/ },
  { say: '確認コード（パスワードの再設定）、認証コード（多要素認証）', not: /(検証|セキュリティ)コード/ },
  { say: 'SIMの状態', not: /SIM(の)?ステータス/ },
  { say: 'SIMの鍵、またはCAP_AUTH_KEY、ENCRYPT_KEY', not: /認証鍵|暗号鍵|暗号化鍵/ },
  { say: '予備のポーラー', not: /待機ポーラー|スタンバイ/ },
  { say: 'アンインストール', not: /(アプレット|ポーラー)の削除(?!への同意)/ },
  { say: '進み具合', not: /進捗|OTAの進み(?!具合)|手順ごとの進み(?!具合)/ },
  { say: 'Telemetry (the name that packages, SIMs and campaigns hold)', not: /テレメトリ/ },
  { say: '配信一覧', not: /配信の一覧/ },
  { say: 'CAPファイルを登録', not: /CAPファイルを(追加|アップロード)/ },
  { say: 'セキュリティドメインのAID', not: /セキュリティドメインAID/ },
  { say: '鍵バージョン番号', not: /鍵バージョン(?!番号)|キーバージョン/ },
  { say: 'デバイス名', not: /デバイスエイリアス|エイリアス|端末名/ },
  { say: 'インポート / エクスポート', not: /読み?込み開始|書き出し/ },
  { say: '最終ポーリング', not: /最後のポーリング(?!から)|最新のポーリング/ },
  { say: '失効', not: /無効化する鍵|取消し/ },
  {
    say: 'サーバー、ブラウザー、カウンター、バッファ、パラメータ',
    not: /サーバ(?!ー)|ブラウザ(?!ー)|カウンタ(?!ー)|バッファー|パラメーター/,
  },
  { say: 'すでに、すべて、ほかの、ください、できる', not: /既に|全て|(?<!その)他の|下さい|出来|無い|又は|及び|毎に/ },
]

/** Counters: 台 for SIMs, 名 for people, 件 for rows, jobs and messages. `{}` is the number. */
export const counters: readonly Word[] = [
  { say: '{}台', not: /SIM[^、。]{0,8}\{\}件|\{\}件の?SIM|SIM[^、。]{0,6}\d件|SIMの件数/ },
  { say: '{}名', not: /[\d}]人|メンバー[^、。]{0,8}[\d}]件|[\d}]件の?メンバー/ },
  { say: '{}件', not: /\{\}(個の)?(行|メール|配信|ビュー|グループ)件|\{\}通/ },
]

const letter = '[\\u3041-\\u30ff\\u4e00-\\u9fff]'

/** Full-width brackets and punctuation in Japanese, half-width digits and Latin letters, no question mark after 「か」. */
export const marks: readonly Word[] = [
  { say: '（）', not: new RegExp(`${letter}\\(|\\(${letter}|${letter}\\)|\\)${letter}`) },
  { say: '、。：？！', not: new RegExp(`${letter} ?[,.:?!;](?![\\w./])`) },
  { say: '半角の英数字', not: /[Ａ-Ｚａ-ｚ０-９]/ },
  { say: '全角のカタカナ', not: /[ｦ-ﾟ]/ },
  { say: '…しますか', not: /か？$/ },
  { say: '「、。」の前後に空白を入れない', not: /[、。] | [、。]/ },
  { say: '数の範囲は–', not: /[\d}][〜～]|[\d}]-[\d{][\d}]*(文字|桁|バイト)/ },
]
