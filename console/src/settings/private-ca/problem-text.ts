import { defineText } from '../../ui/words/text.ts'

export const problemText = defineText({
  keyMissing: {
    ja: '鍵を開けないため、証明書もCRLも作れません。控えの確認で鍵を復元してください。',
    en: 'The key cannot be opened, so neither certificates nor CRLs are made. Restore it by checking a backup.',
  },
  keyLost: {
    ja: '鍵を開けず、控えも作られていません。マスター鍵を変更した場合は、元に戻してください。',
    en: 'The key cannot be opened, and no backup was made. If the master key was changed, change it back.',
  },
  expired: {
    ja: '期限が切れました。この認証局の証明書は、もう信頼されません。',
    en: 'It has expired. Its certificates are no longer trusted.',
  },
  issuerUnusable: {
    ja: '上位の認証局が期限切れまたは失効しているため、証明書を発行できません。',
    en: 'A CA above it has expired or was revoked, so it cannot issue certificates.',
  },
  crlExpired: {
    ja: 'CRLの期限が切れました。CRLを確かめる相手は、この認証局の証明書を拒否します。',
    en: 'Its CRL has expired. Peers that check it refuse all certificates of this CA.',
  },
  ocspSignerEnded: {
    ja: 'OCSPの署名証明書の期限が切れました。OCSPを確かめる相手は、この認証局の証明書を拒否します。',
    en: 'The certificate that signs OCSP answers has expired. Peers that check OCSP refuse all certificates of this CA.',
  },
  crlOverdue: {
    ja: '次のCRLの予定を過ぎています。「稼働状況」で定期処理を確認してください。',
    en: 'The next CRL is overdue. See whether the jobs run, under Health.',
  },
  endingSoon: {
    ja: '期限が近づいています。これから発行する証明書は、この認証局の期限までしか使えません。後継を作成してください。',
    en: 'It ends soon, and certificates cannot outlive it. Make a successor.',
  },
  noBackup: {
    ja: '鍵の控えがありません。鍵を失うと、CRLも証明書も作れなくなります。',
    en: 'Its key has no backup. If the key is lost, neither CRLs nor certificates can be made.',
  },
  backupUnchecked: {
    ja: '最新の控えは、まだ確認していません。使える控えか、一度確かめてください。',
    en: 'The newest backup was never checked. Make sure once that it opens.',
  },
  backupCheckOld: {
    ja: '控えの確認から1年以上たっています。もう一度確かめてください。',
    en: 'The backup was last checked over a year ago. Check it again.',
  },
  awaitingCertificate: {
    ja: '外部CAの回答を待っています。CSRを外部CAに渡し、届いた証明書を登録してください。',
    en: 'It awaits the answer of the external CA. Hand in the CSR, and upload the certificate that comes back.',
  },
  attention: { ja: '確認が必要な認証局', en: 'CAs that need attention' },
  attentionOf: { ja: 'この認証局で確認が必要なこと', en: 'What needs attention' },
})
