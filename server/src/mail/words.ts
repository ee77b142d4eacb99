import type { Language } from '@simdeck/contract/languages.ts'
import type { MailTemplateName, MailTemplateWords } from '@simdeck/contract/mail-templates.ts'
import type { MailContent, SystemEvent } from './queue-mail.ts'

type FixedKind = Exclude<MailContent['kind'], MailTemplateName> | 'test'

/** The product's own words of the mails whose words can be changed. */
export const defaultWords: Record<MailTemplateName, MailTemplateWords> = {
  invitation: {
    ja: {
      subject: '【{application}】メンバー登録のご案内',
      body: `{username} 様

{application}のメンバーとして登録されました。
次のリンクを開き、新しいパスワードを設定してください。

{url}

ログイン画面から、次の仮パスワードでログインすることもできます。

ユーザー名：{username}
仮パスワード：{password}

リンクと仮パスワードの有効期限は7日間です。期限が過ぎた場合は、管理者に再送信を依頼してください。
お心当たりがない場合は、このメールを破棄してください。

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] You have been invited',
      body: `Dear {username},

You have been made a member of {application}.
Please open this link and choose a password of your own:

{url}

You can also sign in with this temporary password:

User name: {username}
Temporary password: {password}

The link and the temporary password are valid for 7 days. After that, please ask your administrator to send them again.
If you did not expect this mail, please ignore it.

This mail was sent automatically. Please do not reply.
`,
    },
  },
  authentication: {
    ja: {
      subject: '【{application}】パスワード再設定の認証コード',
      body: `{username} 様

{application}のパスワードの再設定が要求されました。
次の認証コードを入力し、新しいパスワードを設定してください。

認証コード：{code}

{url}

認証コードの有効期限は30分間です。
お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] Your code for a new password',
      body: `Dear {username},

A new password was requested for your account in {application}.
Please enter this authentication code and choose a new password:

Authentication code: {code}

{url}

The code is valid for 30 minutes.
If you did not request it, please ignore this mail. Your password stays as it is.

This mail was sent automatically. Please do not reply.
`,
    },
  },
  system: {
    ja: {
      subject: '【{application}】システム通知',
      body: `{application}からのお知らせです。

内容：{event}
日時：{time}
メソッド：{method}
URL：{url}
`,
    },
    en: {
      subject: '[{application}] System notification',
      body: `This is a notification from {application}.

Event: {event}
Time: {time}
Method: {method}
URL: {url}
`,
    },
  },
}

/** The mails whose words are always these. */
export const fixedWords: Record<FixedKind, MailTemplateWords> = {
  signUp: {
    ja: {
      subject: '【{application}】アカウント登録の確認',
      body: `{username} 様

{application}へのアカウント登録を受け付けました。
次のリンクを開き、パスワードを設定して登録を完了してください。

{url}

リンクの有効期限は24時間です。
お心当たりがない場合は、このメールを破棄してください。登録は完了しません。

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] Please confirm your account',
      body: `Dear {username},

Thank you for signing up for {application}.
Please open this link and choose a password to complete it:

{url}

The link is valid for 24 hours.
If you did not sign up, please ignore this mail. No account will be opened.

This mail was sent automatically. Please do not reply.
`,
    },
  },
  alreadyMember: {
    ja: {
      subject: '【{application}】アカウント登録について',
      body: `{username} 様

このメールアドレスで{application}へのアカウント登録が行われましたが、すでに登録されています。
次の画面からログインしてください。パスワードをお忘れの場合は、同じ画面から再設定できます。

{url}

お心当たりがない場合は、このメールを破棄してください。アカウントは変更されていません。

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] You already have an account',
      body: `Dear {username},

Somebody signed up for {application} with this address, which already has an account.
Please sign in here. If you forgot your password, you can choose a new one from the same page.

{url}

If it was not you, please ignore this mail. Your account has not changed.

This mail was sent automatically. Please do not reply.
`,
    },
  },
  emailChange: {
    ja: {
      subject: '【{application}】メールアドレス変更の確認',
      body: `{username} 様

{application}のメールアドレスを、このアドレスに変更する手続きが行われました。
次のリンクを開き、変更を完了してください。

{url}

リンクには有効期限があります。
お心当たりがない場合は、このメールを破棄してください。メールアドレスは変更されません。

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] Please confirm your new e-mail address',
      body: `Dear {username},

You asked to change your e-mail address in {application} to this one.
Please open this link to complete the change:

{url}

The link expires after a while.
If it was not you, please ignore this mail. The address will not change.

This mail was sent automatically. Please do not reply.
`,
    },
  },
  emailChanging: {
    ja: {
      subject: '【{application}】メールアドレスの変更手続きについて',
      body: `{username} 様

{application}のメールアドレスを次のアドレスに変更する手続きが行われました。

{email}

新しいアドレスで確認されると、変更が完了します。
お心当たりがない場合は、すぐにパスワードを変更し、管理者に連絡してください。

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] Your e-mail address is about to change',
      body: `Dear {username},

A change of your e-mail address in {application} was requested, to this one:

{email}

It takes effect once it is confirmed from the new address.
If it was not you, please change your password at once and tell your administrator.

This mail was sent automatically. Please do not reply.
`,
    },
  },
  passwordChanged: {
    ja: {
      subject: '【{application}】パスワード変更のお知らせ',
      body: `{username} 様

{application}のパスワードが変更されました。
ほかの端末のログインは終了しました。

お心当たりがない場合は、すぐにパスワードを再設定し、管理者に連絡してください。

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] Your password was changed',
      body: `Dear {username},

Your password in {application} was changed.
Your sign-ins on other devices have ended.

If it was not you, please choose a new password at once and tell your administrator.

This mail was sent automatically. Please do not reply.
`,
    },
  },
  test: {
    ja: {
      subject: '【{application}】テストメール',
      body: `これは{application}のテストメールです。
このメールが届いていれば、メールサーバーの設定は正しく行われています。
`,
    },
    en: {
      subject: '[{application}] Test mail',
      body: `This is a test mail from {application}.
Since it has arrived, the mail server is set up correctly.
`,
    },
  },
}

/** What happened, for `{event}` of system mail. */
export const eventWords: Record<SystemEvent, Record<Language, string>> = {
  memberInvited: { ja: 'メンバーが招待されました', en: 'A member was invited' },
  passwordReset: { ja: 'パスワードが再設定されました', en: 'A password was reset' },
  templatesChanged: { ja: 'メールテンプレートが変更されました', en: 'Mail templates were changed' },
  restrictionsChanged: { ja: 'アクセス制限が変更されました', en: 'The access restrictions were changed' },
}

export const failureWords = (status: number, code: string, count: number): Record<Language, string> => ({
  ja: `APIの処理がサーバーで失敗しました（${status} ${code}、前回の通知から${count}件）`,
  en: `API calls failed on the server (${status} ${code}, ${count} since the last notification)`,
})

/** Names as many ICCIDs as it is given. */
export const imeiWords = (count: number, iccids: readonly string[]): Record<Language, string> => {
  const more = count > iccids.length
  const list = iccids.map((iccid) => `  ${iccid}`).join('\n')
  return {
    ja: `IMEIが変わったSIM：${count}件\n${list}${more ? '\n  ほか' : ''}`,
    en: `SIMs whose IMEI changed: ${count}\n${list}${more ? '\n  and others' : ''}`,
  }
}
