import { accountStatuses, memberStatuses } from '@simdeck/contract/members.ts'
import { userTypes } from '@simdeck/contract/me.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { defineText } from '../ui/words/text.ts'

/** Names of the roles by id. */
export const roleText = defineText({
  [roleIds.ROOT]: { ja: '最上位管理者', en: 'Root' },
  [roleIds.ADMIN]: { ja: '管理者', en: 'Admin' },
  [roleIds.MEMBER]: { ja: 'メンバー', en: 'Member' },
})

export const userTypeText = defineText({
  [userTypes.enterprise]: { ja: '法人', en: 'Enterprise' },
  [userTypes.reseller]: { ja: '販売代理店', en: 'Reseller' },
})

export const memberStatusText = defineText({
  [memberStatuses.confirmed]: { ja: '確認済み', en: 'Confirmed' },
  [memberStatuses.unconfirmed]: { ja: '未確認', en: 'Unconfirmed' },
})

export const accountStatusText = defineText({
  [accountStatuses.active]: { ja: '有効', en: 'Active' },
  [accountStatuses.inactive]: { ja: '無効', en: 'Inactive' },
  [accountStatuses.inConfirm]: { ja: '確認待ち', en: 'Awaiting confirmation' },
  locked: { ja: 'ロック中', en: 'Locked' },
  lockedUntil: {
    ja: (until: string) => `ログインの失敗が続いたため、${until} までロックされています`,
    en: (until: string) => `Locked until ${until} after too many failed sign-ins`,
  },
  invitedUntil: {
    ja: (until: string) => `仮パスワードの有効期限：${until}`,
    en: (until: string) => `Temporary password good until ${until}`,
  },
})

export const mfaText = defineText({
  on: { ja: 'オン', en: 'On' },
  off: { ja: 'オフ', en: 'Off' },
  unknown: { ja: '不明', en: 'Unknown' },
})

export const memberText = defineText({
  title: { ja: 'メンバー', en: 'Members' },
  searchName: { ja: '名前で検索', en: 'Search by name' },
  name: { ja: '名前', en: 'Name' },
  email: { ja: 'メールアドレス', en: 'E-mail' },
  role: { ja: '権限', en: 'Role' },
  userType: { ja: 'メンバー区分', en: 'User type' },
  created: { ja: '登録日時', en: 'Created' },
  status: { ja: '確認状態', en: 'Status' },
  accountStatus: { ja: 'アカウント', en: 'Account' },
  mfa: { ja: '多要素認証', en: 'MFA' },
  lastSignIn: { ja: '最終ログイン', en: 'Last sign-in' },
  notFound: { ja: 'メンバーが見つかりません', en: 'Member not found' },
  notFoundWords: { ja: '削除されたか、アドレスが違います。', en: 'The member was deleted, or the address is wrong.' },
  never: { ja: 'なし', en: 'Never' },
  you: { ja: '自分', en: 'You' },
  mfaUnread: {
    ja: 'メンバーの多要素認証の状態を取得できませんでした。1ページの表示件数を減らして再試行してください',
    en: "Failed to retrieve member's MFA status. Please retry with fewer rows per page",
  },
  none: { ja: '条件に一致するメンバーはいません', en: 'No member matches' },
  noneWords: { ja: '条件を変えるか、すべて解除してください。', en: 'Change the conditions, or clear them.' },
  clear: { ja: '条件をすべて解除', en: 'Clear all conditions' },
  actionsOf: { ja: (name: string) => `${name}の操作`, en: (name: string) => `Actions for ${name}` },
  actions: { ja: '操作', en: 'Actions' },
  invite: { ja: 'メンバーを招待', en: 'Invite a member' },
  edit: { ja: '編集', en: 'Edit' },
  changes: { ja: '変更履歴', en: 'Changes' },
  resend: { ja: '招待メールを再送', en: 'Resend the invitation' },
  unlock: { ja: 'ロックを解除', en: 'Unlock' },
  signOut: { ja: 'すべてのログインを終了', en: 'End every sign-in' },
  resetMfa: { ja: '多要素認証をリセット', en: 'Reset MFA' },
  delete: { ja: '削除', en: 'Delete' },
})

export const inviteText = defineText({
  words: {
    ja: '仮パスワードを記載した招待メールを作成します。仮パスワードは7日間有効です。',
    en: 'An invitation mail with a temporary password, good for 7 days, is made for the address.',
  },
  emailMissing: { ja: 'メールアドレスを入力してください', en: 'Enter an e-mail address' },
  emailWrong: { ja: 'メールアドレスの形式が正しくありません', en: 'This is not an e-mail address' },
  nameMissing: { ja: '名前を入力してください', en: 'Enter a name' },
  nameLong: { ja: '名前は100文字以内で入力してください', en: 'A name has at most 100 characters' },
  language: { ja: 'メールの言語', en: 'Language of the mail' },
  send: { ja: '招待を送信', en: 'Send the invitation' },
  save: { ja: '保存', en: 'Save' },
  editTitle: { ja: 'メンバーを編集', en: 'Edit member' },
  active: { ja: 'アカウントを有効にする', en: 'The account is active' },
  activeWords: {
    ja: '無効にすると、すべてのログインがすぐに終了し、ログインできなくなります。',
    en: 'An inactive member is signed out everywhere at once and cannot sign in.',
  },
  notConfirmed: {
    ja: 'まだ本人がパスワードを設定していません。',
    en: 'The member has not set a password yet.',
  },
  onlyRoot: { ja: '最上位管理者だけが選択できます', en: 'Only a Root may choose this' },
})

/** Results of actions, for toasts. */
export const memberOutcomeText = defineText({
  invited: {
    ja: (email: string) => `${email} を招待しました。招待メールはまもなく送信されます`,
    en: (email: string) => `${email} was invited; the mail is on its way`,
  },
  invitedKept: {
    ja: (email: string) => `${email} を招待しましたが、招待メールは送信されていません`,
    en: (email: string) => `${email} was invited, but the mail was not sent`,
  },
  readOutbox: {
    ja: '使用できるメールサーバーがないため、メールは送信ボックスに保管されました。本文を開き、仮パスワードを本人に伝えてください。',
    en: 'There is no mail server for it, so the mail is kept in the outbox. Open it there and hand the temporary password over.',
  },
  askRoot: {
    ja: '使用できるメールサーバーがないため、メールは送信ボックスに保管されました。本文は最上位管理者だけが見られるため、最上位管理者に確認を依頼してください。',
    en: 'There is no mail server for it, so the mail is kept in the outbox, which only a Root can read. Ask a Root for the temporary password.',
  },
  toOutbox: { ja: '送信ボックスを見る', en: 'Open the outbox' },
  notInvited: { ja: 'メンバーを招待できませんでした', en: 'The member could not be invited' },
  saved: { ja: 'メンバーを更新しました', en: 'The member was updated' },
  notSaved: { ja: 'メンバーを更新できませんでした', en: 'The member could not be updated' },
  resent: { ja: '新しい招待メールを作成しました。まもなく送信されます', en: 'A new invitation is on its way' },
  resentKept: {
    ja: '新しい招待メールを作成しましたが、送信されていません',
    en: 'A new invitation was made, but the mail was not sent',
  },
  notResent: { ja: '招待メールを再送できませんでした', en: 'The invitation could not be sent again' },
  unlocked: { ja: 'ロックを解除しました', en: 'The member was unlocked' },
  notUnlocked: { ja: 'ロックを解除できませんでした', en: 'The member could not be unlocked' },
  signedOut: {
    ja: (n: string) => `${n}件のログインを終了しました`,
    en: (n: string) => (n === '1' ? '1 sign-in was ended' : `${n} sign-ins were ended`),
  },
  notSignedOut: { ja: 'ログインを終了できませんでした', en: 'The sign-ins could not be ended' },
  mfaReset: { ja: '多要素認証をリセットしました', en: 'MFA was reset' },
  mfaNotReset: { ja: '多要素認証をリセットできませんでした', en: 'MFA could not be reset' },
  deleted: {
    ja: (n: string) => `${n}名のメンバーを削除しました`,
    en: (n: string) => (n === '1' ? '1 member was deleted' : `${n} members were deleted`),
  },
  notDeleted: { ja: 'メンバーを削除できませんでした', en: 'The members could not be deleted' },
})

export const memberConfirmText = defineText({
  deleteTitle: {
    ja: (n: string) => `${n}名のメンバーを削除しますか`,
    en: (n: string) => (n === '1' ? 'Delete 1 member?' : `Delete ${n} members?`),
  },
  deleteWords: {
    ja: 'すべてのログインがすぐに終了し、ログインできなくなります。操作ログは残ります。1名でも削除できない場合は、誰も削除されません。この操作は取り消せません。',
    en: 'Every sign-in ends at once and they can no longer sign in. Their log entries stay. If one of them cannot be deleted, none is. This cannot be undone.',
  },
  deleteAct: { ja: (n: string) => `${n}名を削除`, en: (n: string) => `Delete ${n}` },
  andMore: { ja: (n: string) => `ほか${n}名`, en: (n: string) => `and ${n} more` },
  resetTitle: { ja: (name: string) => `${name}の多要素認証をリセットしますか`, en: (name: string) => `Reset the MFA of ${name}?` },
  resetWords: {
    ja: '認証アプリとリカバリーコードは使えなくなり、すべてのログインが終了します。次回からパスワードだけでログインし、多要素認証を設定し直せます。本人からの依頼であることを必ず確認してください。',
    en: 'The authenticator app and the recovery codes stop working, and every sign-in ends. The member then signs in with the password alone and can set MFA up again. Make sure that the member asked for this.',
  },
  resetAct: { ja: 'リセット', en: 'Reset' },
  signOutTitle: { ja: (name: string) => `${name}のすべてのログインを終了しますか`, en: (name: string) => `End every sign-in of ${name}?` },
  signOutWords: {
    ja: 'すべての端末からすぐにログアウトします。パスワードは変わらないため、本人はもう一度ログインできます。パスワードを知られたおそれがある場合は、アカウントを無効にしてください。',
    en: 'The member is signed out on every device at once. The password stays, so the member can sign in again. If somebody else may know it, deactivate the account.',
  },
  signOutAct: { ja: 'ログインを終了', en: 'End the sign-ins' },
})

/** Reasons for disabled actions. */
export const memberLimitText = defineText({
  noPermission: { ja: 'この操作を行う権限がありません', en: 'Your role does not allow this' },
  root: { ja: '最上位管理者に対する操作は、最上位管理者だけが行えます', en: 'Only a Root may do this to a Root' },
  own: {
    ja: '自分自身のアカウントの削除、無効化、権限の変更はできません',
    en: 'You cannot delete or deactivate your own account or change its role',
  },
  ownSignIns: { ja: '自分のログインは「個人設定」で終了できます', en: 'Your own sign-ins are in your personal settings' },
  ownMfa: { ja: '自分の多要素認証は「個人設定」で変更できます', en: 'Your own MFA is in your personal settings' },
  confirmed: { ja: 'すでに登録を完了しています', en: 'This member has already signed in' },
  notLocked: { ja: 'ロックされていません', en: 'Not locked' },
  mfaOff: { ja: '多要素認証は有効になっていません', en: 'MFA is not enabled' },
  tooMany: { ja: '一度に削除できるのは100名までです', en: 'At most 100 can be deleted at once' },
})
