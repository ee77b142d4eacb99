/** Failures about members and API IDs. */
export const memberErrors = {
  emailInvalid: { status: 400, en: 'Email invalid', ja: 'メールアドレスが正しくありません' },
  userExists: { status: 409, en: 'User already existed', ja: 'このメンバーはすでに登録されています' },
  userNotFound: { status: 404, en: 'User not existed', ja: 'メンバーが見つかりません' },
  lastRoot: {
    status: 409,
    en: 'The last active ROOT cannot be deleted, demoted or deactivated',
    ja: '有効な最後の最上位管理者は、削除、権限の変更、無効化ができません',
  },
  ownAccount: {
    status: 409,
    en: 'You cannot delete or deactivate your own account or change its role',
    ja: '自分自身のアカウントの削除、無効化、権限の変更はできません',
  },
  ownAccountSignIns: {
    status: 409,
    en: 'End your own sign-ins in your personal settings',
    ja: '自分のログインは「個人設定」で終了してください',
  },
  alreadyConfirmed: {
    status: 409,
    en: 'This member has already signed in',
    ja: 'このメンバーはすでに登録を完了しています',
  },
  memberInactive: {
    status: 409,
    en: 'This member is deactivated. Activate the member first',
    ja: 'このメンバーは無効です。先に有効にしてください',
  },
  apiCredentialLimit: {
    status: 409,
    en: 'There can be at most 10 API IDs',
    ja: 'API IDは10件までです',
  },
  apiCredentialNotFound: { status: 404, en: 'The API ID does not exist', ja: 'API IDが見つかりません' },
  invalidClient: { status: 401, en: 'The API ID or secret is incorrect', ja: 'API IDまたはシークレットが正しくありません' },
  unsupportedGrant: {
    status: 400,
    en: 'Only the grant type client_credentials is supported',
    ja: 'grant_typeはclient_credentialsのみ使用できます',
  },
  invalidScope: {
    status: 400,
    en: 'The scope goes beyond the role of the API ID',
    ja: 'スコープがAPI IDの権限を超えています',
  },
} as const
