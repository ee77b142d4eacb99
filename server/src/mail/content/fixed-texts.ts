import type { MailTemplateName, MailTemplateTexts } from '@simdeck/contract/mail-templates.ts'
import { approvalTexts } from './approval-texts.ts'
import type { MailContent } from './queue-mail.ts'

type FixedKind = Exclude<MailContent['kind'], MailTemplateName> | 'test'

/** The mails with texts that cannot be changed. */
export const fixedTexts: Record<FixedKind, MailTemplateTexts> = {
  signUp: {
    ja: {
      subject: '【{application}】アカウント登録の確認',
      body: `このメールアドレスで{application}へのアカウント登録を受け付けました。
次のリンクを開き、パスワードを設定して登録を完了してください。

{url}

リンクの有効期限は24時間です。
お心当たりがない場合は、このメールを破棄してください。登録は完了しません。

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] Please confirm your account',
      body: `Somebody signed up for {application} with this address.
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
      body: `{application}のメールアドレスを、このアドレスに変更する手続きが行われました。
次のリンクを開き、変更を完了してください。

{url}

リンクには有効期限があります。
お心当たりがない場合は、このメールを破棄してください。メールアドレスは変更されません。

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] Please confirm your new e-mail address',
      body: `A change of the e-mail address of an account in {application} to this one was requested.
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
  mailServerChanged: {
    ja: {
      subject: '【{application}】メールサーバーの設定が変更されました',
      body: `{username} 様

{application}のメールサーバーの設定が、{email} により変更されました。
次の画面で内容を確認してください。

{url}

心当たりのない変更の場合は、すぐに設定を元に戻し、変更した人のアカウントを無効にしてください。
最上位管理者が承認するまで、最上位管理者宛てのメールは新しい設定では送信されません。

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] The mail server was changed',
      body: `Dear {username},

The mail server of {application} was changed by {email}.
Please look at it here:

{url}

If you did not expect this, put it back at once and deactivate the account of who changed it.
Until a Root confirms it, no mail to a Root goes by the new server.

This mail was sent automatically. Please do not reply.
`,
    },
  },
  mailTemplateChanged: {
    ja: {
      subject: '【{application}】メールのテンプレートが変更されました',
      body: `{username} 様

{application}の、仮パスワードまたは認証コードを送るメールのテンプレートが、{email} により変更されました。
次の画面で内容を確認してください。

{url}

心当たりのない変更の場合は、すぐに初期の文面に戻し、変更した人のアカウントを無効にしてください。
最上位管理者が承認するまで、最上位管理者宛てのメールには新しい文面は使われません。

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] A mail template was changed',
      body: `Dear {username},

A mail template of {application} that carries temporary passwords or codes was changed by {email}.
Please look at it here:

{url}

If you did not expect this, reset it at once and deactivate the account of who changed it.
Until a Root confirms it, no mail to a Root has the new words.

This mail was sent automatically. Please do not reply.
`,
    },
  },
  ...approvalTexts,
  notifications: {
    ja: {
      subject: '【{application}】{headline}',
      body: `{username} 様

{application}からの通知です。

{event}

通知の種類と届け方は、次の画面で変更できます。

{url}

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] {headline}',
      body: `Dear {username},

These are notifications of {application}.

{event}

You can choose here which ones you get by mail:

{url}

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
