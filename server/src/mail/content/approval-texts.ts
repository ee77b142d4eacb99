import type { MailTemplateTexts } from '@simdeck/contract/mail-templates.ts'

/** The mails about approvals of campaigns. */
export const approvalTexts: Record<'approvalAsked' | 'approvalsAsked' | 'approvalRejected', MailTemplateTexts> = {
  approvalAsked: {
    ja: {
      subject: '【{application}】配信の承認の依頼',
      body: `{username} 様

{application}で、{asker} が配信の承認を依頼しました。

配信名：{campaign}
対象のSIM：{sims}台
依頼した人のメモ：{note}

次の画面で内容を確認し、承認するか差し戻してください。

{url}

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] A campaign needs your approval',
      body: `Dear {username},

{asker} asks for the approval of a campaign in {application}.

Campaign: {campaign}
Target SIMs: {sims}
Note: {note}

Please look at it here, and approve or reject it:

{url}

This mail was sent automatically. Please do not reply.
`,
    },
  },
  approvalsAsked: {
    ja: {
      subject: '【{application}】承認待ちの配信が{count}件あります',
      body: `{username} 様

{application}で、前のメールのあとに{count}件の配信の承認が依頼されました。

配信名：{campaigns}

次の画面で内容を確認し、承認するか差し戻してください。

{url}

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] {count} campaigns need your approval',
      body: `Dear {username},

Since the last mail, the approval of {count} campaigns was asked for in {application}.

Campaigns: {campaigns}

Please look at them here, and approve or reject each:

{url}

This mail was sent automatically. Please do not reply.
`,
    },
  },
  approvalRejected: {
    ja: {
      subject: '【{application}】配信が差し戻されました',
      body: `{username} 様

{application}で承認を依頼した配信を、{approver} が差し戻しました。SIMには何も送信していません。

配信名：{campaign}
理由：{reason}

{url}

※このメールは送信専用です。返信にはお答えできません。
`,
    },
    en: {
      subject: '[{application}] Your campaign was rejected',
      body: `Dear {username},

{approver} rejected the campaign for which you asked approval in {application}. Nothing was sent to any SIM.

Campaign: {campaign}
Reason: {reason}

{url}

This mail was sent automatically. Please do not reply.
`,
    },
  },
}
