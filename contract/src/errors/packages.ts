/** Failures about packages and package AIDs. */
export const packageErrors = {
  invalidZip: { status: 400, en: 'Invalid structure of zip file', ja: 'zipファイルの構造が正しくありません' },
  packageExists: {
    status: 409,
    en: 'A package with this AID, version and label already exists',
    ja: '同じAID、バージョン、ラベルのパッケージが登録済みです',
  },
  packageNotFound: { status: 404, en: 'The package does not exist', ja: 'パッケージが見つかりません' },
  otherPackageAid: {
    status: 400,
    en: 'The file is not a package of this AID',
    ja: 'ファイルは、このAIDのパッケージではありません',
  },
  packageInUse: {
    status: 409,
    en: 'The package is in use and cannot be deleted',
    ja: '使用中のパッケージは削除できません',
  },
  managedAidExists: { status: 409, en: 'This package AID is already there', ja: 'このパッケージAIDは登録済みです' },
  managedAidNotFound: { status: 404, en: 'The package AID does not exist', ja: 'パッケージAIDが見つかりません' },
  pollerAidStays: {
    status: 409,
    en: 'The AIDs of the poller cannot be deleted',
    ja: 'ポーラーのAIDは削除できません',
  },
  managedAidNotEmpty: {
    status: 409,
    en: 'Packages would be deleted with the package AID. Confirm their number',
    ja: 'パッケージAIDと一緒にパッケージも削除されます。件数を確認してください',
  },
  packageHasNoApplet: {
    status: 400,
    en: 'A library holds no applet and takes no script',
    ja: 'アプレットを含まないライブラリには、スクリプトを登録できません',
  },
  scriptChanged: {
    status: 409,
    en: 'Someone else has stored another version meanwhile. Nothing was changed',
    ja: 'ほかの人が別の内容を保存しました。まだ何も変更していません',
  },
  fileResultNotFound: {
    status: 404,
    en: 'The card has not answered to this script',
    ja: 'このスクリプトに対するカードの応答はありません',
  },
  valuesInvalid: {
    status: 400,
    en: 'The file is not a CSV with values of SIMs. Nothing was stored',
    ja: 'SIMごとの値のCSVとして読み取れません。何も保存されていません',
  },
  scriptValuesNotFound: {
    status: 404,
    en: 'The uploaded CSV does not exist any more, or someone else uploaded it. Upload it again',
    ja: 'アップロードしたCSVは、削除されたか、ほかの人のものです。もう一度アップロードしてください',
  },
  unknownModule: {
    status: 400,
    en: 'The package holds no such applet',
    ja: '指定されたアプレットはパッケージに含まれていません',
  },
} as const
