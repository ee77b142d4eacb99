/** Failures about SIMs, their groups, selections, views and alert rules. */
export const simErrors = {
  searchTooSlow: {
    status: 400,
    en: 'The search for SIMs takes too long. Please narrow it down',
    ja: 'SIMの検索に時間がかかりすぎます。条件を絞り込んでください',
  },
  invalidCapAuthKey: { status: 400, en: 'Invalid CAP_AUTH_KEY', ja: 'CAP_AUTH_KEYが正しくありません' },
  invalidEncryptKey: { status: 400, en: 'Invalid ENCRYPT_KEY', ja: 'ENCRYPT_KEYが正しくありません' },
  simNotFound: { status: 404, en: 'The SIM does not exist', ja: 'SIMが見つかりません' },
  levelWithoutKeys: {
    status: 409,
    en: 'Register the keys of the SIM first; its security level belongs to them',
    ja: '先にSIMの鍵を登録してください。セキュリティレベルは鍵と一緒に設定します',
  },
  simWithoutKeys: {
    status: 409,
    en: 'Register the keys of the SIM first; its security domain belongs to them',
    ja: '先にSIMの鍵を登録してください。セキュリティドメインは鍵と一緒に使います',
  },
  keysUnproven: {
    status: 409,
    en: 'The keys of this SIM are being rotated. Change the security domain once the card has proven one of both key sets',
    ja: 'このSIMは鍵の更新中です。カードの鍵セットが確定してから、セキュリティドメインを変更してください',
  },
  simNotWakeable: {
    status: 409,
    en: 'No SMS can be sent to the SIM: its number, its SCP80 keys or the SMS gateway is missing, or the sending is paused',
    ja: 'このSIMにSMSを送信できません。電話番号、SCP80の鍵、SMSの接続先のいずれかが未登録か、送信が一時停止中です',
  },
  smsUnderWay: {
    status: 409,
    en: 'The last message to this SIM has no answer yet. Wait for it',
    ja: 'このSIMへの前のSMSの応答を待っています。応答の後にもう一度送信してください',
  },
  scriptNeedsApproval: {
    status: 409,
    en: 'Every OTA needs the approval of a second person here, so no script can be sent by SMS. Start an OTA with a package of it',
    ja: 'すべてのOTAに別の人の承認が必要なため、SMSでスクリプトを送信できません。パッケージにしてOTAで送信してください',
  },
  scp81IdentityTaken: {
    status: 409,
    en: 'Another SIM has this SCP81 identity',
    ja: 'このSCP81の識別子は別のSIMで使われています',
  },
  scp81KeyMissing: {
    status: 409,
    en: 'The SIM has no SCP81 key yet. Enter its key',
    ja: 'このSIMにはSCP81の鍵がまだありません。鍵を入力してください',
  },
  simExists: { status: 409, en: 'A SIM with this ICCID already exists', ja: 'このICCIDのSIMはすでに登録されています' },
  simOtaOpen: {
    status: 409,
    en: 'An OTA of this SIM has not ended yet. Cancel it first',
    ja: 'このSIMには終わっていないOTAがあります。先に取り消してください',
  },
  simTagLimit: { status: 409, en: 'A SIM can have at most 20 tags', ja: '1台のSIMに付けられるタグは20件までです' },
  tagLimit: { status: 409, en: 'There can be at most 1,000 different tags', ja: 'タグは全体で1,000種類までです' },
  tagNotFound: { status: 404, en: 'The tag does not exist', ja: 'タグが見つかりません' },
  groupExists: { status: 409, en: 'A group with this name already exists', ja: '同じ名前のグループがすでにあります' },
  groupNotFound: { status: 404, en: 'The group does not exist', ja: 'グループが見つかりません' },
  selectionNotFound: {
    status: 404,
    en: 'The selection of SIMs has expired. Please select them again',
    ja: 'SIMの選択の有効期限が切れました。もう一度選択してください',
  },
  noConnector: {
    status: 409,
    en: 'The platform of this SIM has no account at a carrier',
    ja: 'このSIMのプラットフォームには通信事業者のアカウントが登録されていません',
  },
  statusNotAllowed: {
    status: 409,
    en: 'The present status of the SIM does not permit this change',
    ja: '現在の状態からは変更できません',
  },
  imeiNotChanged: {
    status: 409,
    en: 'The SIM has no change of its device to confirm, or has moved on',
    ja: '確認する端末の変更がないか、さらに別の端末に移っています',
  },
  imeiUnknown: {
    status: 409,
    en: 'The IMEI of the device is not known, so the SIM cannot be locked to it',
    ja: '端末のIMEIが分からないため、ロックできません',
  },
  statusUnconfirmed: {
    status: 409,
    en: 'Type the ICCID, or the number of SIMs, to confirm this status',
    ja: '確認のため、ICCIDまたは台数を正しく入力してください',
  },
  selectionCount: {
    status: 409,
    en: 'The number of SIMs is not that of the selection',
    ja: 'SIMの台数が選択と一致しません',
  },
  viewNotFound: { status: 404, en: 'The view does not exist', ja: 'ビューが見つかりません' },
  viewExists: { status: 409, en: 'You already have a view with this name', ja: '同じ名前のビューがすでにあります' },
  viewLimit: { status: 409, en: 'A member can keep at most 50 views', ja: '保存できるビューは50件までです' },
  alertRuleNotFound: { status: 404, en: 'The alert rule does not exist', ja: 'アラートのルールが見つかりません' },
  alertRuleExists: { status: 409, en: 'An alert rule with this name already exists', ja: '同じ名前のルールがすでにあります' },
  alertRuleLimit: { status: 409, en: 'There can be at most 1,000 alert rules', ja: 'ルールは1,000件までです' },
  figureMissing: { status: 409, en: 'This figure is not gathered at present', ja: 'この数値は現在集計されていません' },
  alertSourceWrong: {
    status: 400,
    en: 'The filters cannot be watched. A pasted list of SIMs is not kept',
    ja: 'この条件は監視できません。貼り付けた一覧による条件は保存されません',
  },
} as const
