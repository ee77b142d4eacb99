import type { MailTemplateName, MailTemplateTexts } from '@simdeck/contract/mail-templates.ts'

/** The default texts of the mail templates. */
export const defaultTexts: Record<MailTemplateName, MailTemplateTexts> = {
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
