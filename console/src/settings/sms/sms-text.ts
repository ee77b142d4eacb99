import { smppLimits } from '@simdeck/contract/sms-gateway.ts'
import { defineText } from '../../ui/words/text.ts'

export const smsText = defineText({
  title: { ja: 'SMSの接続先', en: 'SMS gateway' },
  words: {
    ja: '通信事業者またはSMS配信事業者のSMPP 3.4の接続先です。送受信に1本の接続（トランシーバー）を使います。',
    en: 'The SMPP 3.4 address of a carrier or an SMS provider. One connection (transceiver) sends and receives.',
  },
  host: { ja: 'ホスト', en: 'Host' },
  hostWrong: { ja: 'ホスト名またはIPアドレスを入力してください', en: 'Enter a host name or an IP address' },
  port: { ja: 'ポート', en: 'Port' },
  portWrong: { ja: '1から65535までの整数を入力してください', en: 'Enter a whole number from 1 to 65535' },
  security: { ja: '暗号化', en: 'Encryption' },
  tls: { ja: 'TLS', en: 'TLS' },
  noSecurity: { ja: 'なし', en: 'None' },
  noSecurityWords: {
    ja: 'パスワードとSMSが暗号化されずに送られます。専用線やVPNの中だけで使ってください。',
    en: 'Password and messages travel unencrypted. Use it inside a leased line or a VPN only.',
  },
  systemId: { ja: 'システムID', en: 'System ID' },
  systemIdWrong: {
    ja: `半角${smppLimits.systemId}文字以内で入力してください`,
    en: `Enter 1 to ${smppLimits.systemId} ASCII characters`,
  },
  password: { ja: 'パスワード', en: 'Password' },
  passwordKept: { ja: '設定済みです。変更するときだけ入力します。', en: 'One is set. Enter one only to change it.' },
  passwordWrong: {
    ja: `半角${smppLimits.password}文字以内で入力してください`,
    en: `Enter at most ${smppLimits.password} ASCII characters`,
  },
  showPassword: { ja: 'パスワードを表示', en: 'Show password' },
  systemType: { ja: 'システム種別', en: 'System type' },
  systemTypeWords: { ja: '事業者の指定がなければ空にします。', en: 'Leave it empty unless the provider names one.' },
  systemTypeWrong: {
    ja: `半角${smppLimits.systemType}文字以内で入力してください`,
    en: `Enter at most ${smppLimits.systemType} ASCII characters`,
  },
  sender: { ja: '送信元', en: 'Sender' },
  senderWords: {
    ja: '電話番号、または半角英数字11文字以内です。空にすると接続先が決めます。',
    en: 'A number, or at most 11 letters and digits. Empty: the gateway decides.',
  },
  senderWrong: {
    ja: '電話番号、または半角英数字11文字以内で入力してください',
    en: 'Enter a number, or at most 11 letters and digits',
  },
  perSecond: { ja: '1秒あたりの最大送信数', en: 'Messages per second' },
  perSecondWrong: { ja: '1から1000までの整数を入力してください', en: 'Enter a whole number from 1 to 1000' },
  window: { ja: 'ウィンドウ', en: 'Window' },
  windowWords: { ja: '応答を待つSMSの最大数です。', en: 'The most messages that wait for an answer.' },
  windowWrong: { ja: '1から500までの整数を入力してください', en: 'Enter a whole number from 1 to 500' },
  paused: { ja: 'SIMへの送信を一時停止', en: 'Pause the sending to SIMs' },
  pausedWords: {
    ja: '待機中のSMSは、再開するまで送信されません。テストはできます。',
    en: 'Messages stay queued until the sending goes on. Tests still work.',
  },
  test: { ja: '接続テスト', en: 'Test the connection' },
  testNone: { ja: '先に接続先を保存してください', en: 'Save a gateway first' },
  testChanged: { ja: '先に変更を保存してください', en: 'Save the changes first' },
  tested: { ja: '接続先が応答しました', en: 'The gateway answered' },
  notTested: { ja: '接続テストができませんでした', en: 'The connection could not be tested' },
  remove: { ja: '接続先の設定を削除', en: 'Remove the gateway' },
  removeTitle: { ja: 'SMSの接続先を削除しますか', en: 'Remove the SMS gateway?' },
  removeWords: {
    ja: 'SMSを送信できなくなります。保存済みのパスワードも削除されます。',
    en: 'No message can be sent any more. The stored password is deleted, too.',
  },
  removeAct: { ja: '削除', en: 'Remove' },
  saved: { ja: 'SMSの接続先を保存しました', en: 'The SMS gateway was saved' },
  notSaved: { ja: 'SMSの接続先を保存できませんでした', en: 'The SMS gateway could not be saved' },
  removed: { ja: 'SMSの接続先を削除しました', en: 'The SMS gateway was removed' },
  notRemoved: { ja: 'SMSの接続先を削除できませんでした', en: 'The SMS gateway could not be removed' },

  messageTitle: { ja: 'テストSMS', en: 'Test message' },
  messageWords: {
    ja: 'SMSを1通送信し、配信結果を最大10秒待ちます。通信料がかかることがあります。',
    en: 'Sends one message and waits up to ten seconds for its receipt. The provider may charge for it.',
  },
  number: { ja: '宛先の電話番号', en: 'Number' },
  numberWords: { ja: '+81のような国番号から始めます。', en: 'Begin with the country code, such as +81.' },
  numberWrong: { ja: '5桁から15桁の電話番号を入力してください', en: 'Enter a number of 5 to 15 digits' },
  send: { ja: 'テストSMSを送信', en: 'Send a test message' },
  notSent: { ja: 'テストSMSを送信できませんでした', en: 'The test message could not be sent' },
  messageId: { ja: (id: string) => `メッセージID ${id}`, en: (id: string) => `Message ID ${id}` },
})

/** The causes for which a gateway takes nothing. */
export const smsFailureWords = defineText({
  outOfReach: {
    ja: 'このホストには公開アドレスがなく、SMPP_PRIVATE_RANGESにも含まれていません',
    en: 'The host has no public address and none in SMPP_PRIVATE_RANGES',
  },
  unreachable: {
    ja: '接続先が応答しません。ホスト、ポート、暗号化を確認してください',
    en: 'The gateway does not answer. Check host, port and encryption',
  },
  certificate: { ja: '接続先の証明書を信頼できません', en: 'The certificate of the gateway is not trusted' },
  refused: {
    ja: 'ログインを拒否されました。システムIDとパスワードを確認してください',
    en: 'The gateway refused the sign-in. Check system ID and password',
  },
  busy: { ja: '接続先の送信数の上限に達しています', en: 'The gateway has reached its limit of messages' },
  rejected: { ja: '接続先がSMSを拒否しました', en: 'The gateway rejected the message' },
  invalid: { ja: '応答がSMPPではありません', en: 'The answer is not SMPP' },
})

/** The states of a message. */
export const smsStateWords = defineText({
  waiting: {
    ja: '接続先が受け付けました。配信結果はまだ届いていません',
    en: 'The gateway took the message. No receipt has come yet',
  },
  enroute: { ja: '配信中です', en: 'The message is on its way' },
  delivered: { ja: '配信されました', en: 'The message was delivered' },
  expired: { ja: '有効期間内に配信できませんでした', en: 'The message expired before it was delivered' },
  deleted: { ja: '接続先で削除されました', en: 'The gateway deleted the message' },
  undeliverable: { ja: '配信できませんでした', en: 'The message could not be delivered' },
  accepted: { ja: '受信者に代わって受け付けられました', en: 'The message was read on behalf of its receiver' },
  unknown: { ja: '配信結果は不明です', en: 'The gateway does not know the result' },
  rejected: { ja: '配信を拒否されました', en: 'The delivery was rejected' },
})
