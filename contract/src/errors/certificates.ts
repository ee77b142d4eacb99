/** Failures of certificate authorities, of templates for certificates and of certificates. */
export const certificateErrors = {
  iotSafeSimNotFound: {
    status: 404,
    en: 'The SIM does not exist, or it does not hold the IoT SAFE applet',
    ja: 'SIMが見つからないか、IoT SAFEアプレットがインストールされていません',
  },
  caNotFound: { status: 404, en: 'The CA does not exist', ja: '認証局が見つかりません' },
  caExists: { status: 409, en: 'There is already a CA with this name', ja: '同じ名前の認証局がすでにあります' },
  caLimit: { status: 409, en: 'At most 50 CAs can be kept', ja: '登録できる認証局は50局までです' },
  nameDiffers: {
    status: 400,
    en: 'The typed name is not the name of the CA',
    ja: '入力した名前が、認証局の名前と一致しません',
  },
  caAwaitsCertificate: {
    status: 409,
    en: 'The CA has no certificate yet. Upload the answer of the external CA',
    ja: 'この認証局にはまだ証明書がありません。外部CAの回答を登録してください',
  },
  caKeyMissing: {
    status: 409,
    en: 'The key of the CA cannot be opened. Restore it from its backup',
    ja: 'この認証局の鍵を開けません。控えから復元してください',
  },
  caKeyPresent: {
    status: 409,
    en: 'The key of the CA is present, so nothing is restored',
    ja: 'この認証局の鍵は使えるため、復元は不要です',
  },
  caNotYetValid: { status: 409, en: 'The CA is not valid yet', ja: 'この認証局の有効期間はまだ始まっていません' },
  caExpired: { status: 409, en: 'The CA has expired', ja: 'この認証局は期限切れです' },
  caRevoked: { status: 409, en: 'The CA was revoked', ja: 'この認証局は失効しています' },
  caIssuerUnusable: {
    status: 409,
    en: 'A CA above this one has expired or was revoked',
    ja: '上位の認証局が期限切れまたは失効しています',
  },
  caEndsBefore: {
    status: 409,
    en: 'The certificate would be valid for longer than its CA',
    ja: '証明書の期限が、発行元の認証局の期限を超えます',
  },
  caNotParent: {
    status: 409,
    en: 'No further CA can stand below this one',
    ja: 'この認証局の下に、認証局を作ることはできません',
  },
  caInUse: {
    status: 409,
    en: 'The CA is in use: other CAs stand below it, templates or waiting requests name it, or certificates of it have not ended',
    ja: 'この認証局は使用中です。下位の認証局、この認証局を使うテンプレート、署名を待つCSR、または有効期限内の証明書があります',
  },
  caIsDefault: {
    status: 409,
    en: 'The default CA cannot be deleted. Choose another default first',
    ja: '既定の認証局は削除できません。先にほかの認証局を既定にしてください',
  },
  caNotRevocable: {
    status: 409,
    en: 'Only an intermediate CA of this system can be revoked here, by the CA above it',
    ja: 'ここで失効できるのは、このシステムで作った中間認証局だけです',
  },
  caHasCertificate: {
    status: 409,
    en: 'The CA is not external',
    ja: 'この認証局は外部の認証局ではありません',
  },
  certificateUnreadable: {
    status: 400,
    en: 'The text is not a certificate in PEM form',
    ja: 'PEM形式の証明書として読み取れません',
  },
  certificateOtherKey: {
    status: 400,
    en: 'The certificate is for another key than that of the request',
    ja: '証明書の鍵が、CSRの鍵と異なります',
  },
  certificateOtherSubject: {
    status: 400,
    en: 'The certificate has another subject than the present one, so the certificates that the CA has issued could not be checked any more',
    ja: '証明書のサブジェクトが今のものと異なるため、この認証局が発行した証明書を検証できなくなります',
  },
  certificateNotCa: {
    status: 400,
    en: 'The certificate does not allow its owner to sign certificates and CRLs',
    ja: 'この証明書では、証明書とCRLに署名できません（CAの証明書ではありません）',
  },
  certificateChainBroken: {
    status: 400,
    en: 'Each further certificate must have issued the one before it',
    ja: '2件目以降の証明書は、直前の証明書の発行元でなければなりません',
  },
  identityTemplateExists: {
    status: 409,
    en: 'There is already a template with this name',
    ja: '同じ名前のテンプレートがすでにあります',
  },
  identityTemplateLimit: { status: 409, en: 'At most 100 templates can be kept', ja: '登録できるテンプレートは100件までです' },
  noDefaultCa: {
    status: 409,
    en: 'There is no default CA. Make a CA in the settings first',
    ja: '既定の認証局がありません。先に設定で認証局を作成してください',
  },
  certificateNotFound: { status: 404, en: 'The certificate does not exist', ja: '証明書が見つかりません' },
  certificateState: {
    status: 409,
    en: 'This is not possible in the present state of the certificate',
    ja: '証明書の現在の状態では、この操作を実行できません',
  },
  fileNotFound: { status: 404, en: 'The file does not exist', ja: 'ファイルが見つかりません' },
  fileExists: {
    status: 409,
    en: 'The SIM has a file with this label already',
    ja: 'このSIMには、同じラベルのファイルがすでにあります',
  },
  fileLimit: { status: 409, en: 'A SIM has at most 64 files', ja: '1台のSIMに登録できるファイルは64件までです' },
  fileState: {
    status: 409,
    en: 'This is not possible in the present state of the file',
    ja: 'ファイルの現在の状態では、この操作を実行できません',
  },
  fileOtaOpen: {
    status: 409,
    en: 'Another file of the SIM is still to be written or deleted. Try again after its next poll, or cancel that campaign',
    ja: 'このSIMでは、別のファイルの書き込みか削除が終わっていません。次のポーリングの後にもう一度実行するか、その配信を取り消してください',
  },
  fileTooLarge: {
    status: 400,
    en: 'The content has more octets than the file holds',
    ja: '内容がファイルの最大サイズを超えています',
  },
  contentRequired: {
    status: 400,
    en: 'Enter the content either as text or as hex',
    ja: '内容を、テキストか16進数のどちらかで入力してください',
  },
  backupWrong: {
    status: 400,
    en: 'The backup cannot be opened with this passphrase, or is that of another CA',
    ja: '控えをこのパスフレーズで開けないか、別の認証局の控えです',
  },
} as const
