import type { ForwardingFailure } from '@simdeck/contract/log-forwarding.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import { defineText } from '../../ui/words/text.ts'

export const forwardingText = defineText({
  title: { ja: 'ログの転送（syslog）', en: 'Forwarding (syslog)' },
  words: {
    ja: 'システムログとセキュリティログを、syslogの受信側へTLSで送ります。接続が切れても記録は失われず、まれに同じ記録が2回届きます。',
    en: 'The system log and the security log are sent to a syslog receiver over TLS. A lost connection loses no record; at times one arrives twice.',
  },
  off: { ja: '転送していません。', en: 'Nothing is forwarded.' },
  to: { ja: (receiver: string) => `転送先 ${receiver}`, en: (receiver: string) => `To ${receiver}` },
  working: { ja: (at: string) => `転送しています。最後の送信は${at}です。`, en: (at: string) => `Forwarding. Last sent at ${at}.` },
  waiting: { ja: 'まだ送っていません。', en: 'Nothing sent yet.' },
  behind: {
    ja: (system: string, security: string) => `未送信：システムログ${system}、セキュリティログ${security}（1分あまり遅れて送ります）`,
    en: (system: string, security: string) =>
      `Not sent yet: ${system} of the system log, ${security} of the security log (sent after a good minute)`,
  },
  rows: { ja: (n: string) => `${n}件`, en: (n: string) => n },
  orMore: { ja: (n: string) => `${n}件以上`, en: (n: string) => `${n} or more` },
  failing: {
    ja: (at: string, why: string) => `${at}から送れていません。${why}`,
    en: (at: string, why: string) => `Failing since ${at}. ${why}`,
  },
  set: { ja: '転送の設定', en: 'Set up forwarding' },
  host: { ja: 'ホスト', en: 'Host' },
  port: { ja: 'ポート', en: 'Port' },
  hostWrong: { ja: 'ホスト名またはIPアドレスを入力してください', en: 'Enter a host name or an IP address' },
  portWrong: { ja: '1–65535の数字で入力してください', en: 'Enter a number from 1 to 65535' },
  ca: { ja: '受信側の認証局の証明書（PEM）', en: 'Certificates of the receiver’s authority (PEM)' },
  caWords: {
    ja: '社内の認証局を使うときだけ必要です。空欄なら、公的な認証局の証明書だけを受け入れます。',
    en: 'Only for an authority of your own. Left empty, only public authorities are accepted.',
  },
  caLong: { ja: '20,000文字以内で入力してください', en: 'Enter at most 20,000 characters' },
  save: { ja: '保存', en: 'Save' },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  stop: { ja: '転送を止める', en: 'Stop forwarding' },
  stopWords: {
    ja: (host: string) => `${host}へは、これ以降の記録を送りません。もう一度設定すると、その時からの記録を送ります。`,
    en: (host: string) => `No later records are sent to ${host}. If it is set again, records are sent from then on.`,
  },
  saved: { ja: '保存しました', en: 'Saved' },
  stopped: { ja: '転送を止めました', en: 'Forwarding is stopped' },
  notSaved: { ja: '保存できませんでした', en: 'Not saved' },
})

export const failureWords: Readonly<Record<ForwardingFailure, Words>> = {
  unreachable: { ja: '受信側に接続できません。', en: 'The receiver cannot be reached.' },
  outOfReach: {
    ja: '受信側のアドレスに接続することは許可されていません。',
    en: 'The address of the receiver is not allowed.',
  },
  certificate: { ja: '受信側の証明書を確認できません。', en: 'The certificate of the receiver is not trusted.' },
  notConfirmed: {
    ja: '受信側が受け取りを確認しませんでした。同じ記録をもう一度送ります。',
    en: 'The receiver did not confirm. The same records are sent again.',
  },
  other: { ja: '送信中にエラーが発生しました。', en: 'The sending failed.' },
}
