import type { ApprovalOutcome } from '@simdeck/contract/campaign-approval.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import { defineText } from '../../ui/words/text.ts'

export const approvalText = defineText({
  askedBy: { ja: '依頼した人', en: 'Asked by' },
  approval: { ja: '承認', en: 'Approval' },
  waits: {
    ja: (n: string) => `${n}台以上の配信には、別のメンバーの承認が必要です。承認されるまで、どのSIMにも送信しません。`,
    en: (n: string) => `A campaign of ${n} SIMs or more needs the approval of another member. Nothing is sent to any SIM before.`,
  },
  noteForApprovers: { ja: '承認する人へのメモ', en: 'Note for those who may approve' },
  noteWords: { ja: '500文字以内。目的や合意済みのことなど', en: 'Up to 500 characters: the purpose, what was agreed' },
  ask: {
    ja: (n: string) => `${n}台の配信の承認を依頼`,
    en: (n: string) => (n === '1' ? 'Ask approval for 1 SIM' : `Ask approval for ${n} SIMs`),
  },
  asked: {
    ja: (n: string) => `${n}台の配信の承認を依頼しました`,
    en: (n: string) => (n === '1' ? 'Approval asked for 1 SIM' : `Approval asked for ${n} SIMs`),
  },
  waiting: { ja: '承認を待っています。', en: 'It awaits the approval of another member. ' },
  waitingWords: {
    ja: '承認されるまで、どのSIMにも送信しません。この画面を閉じてもかまいません。',
    en: 'Nothing is sent to any SIM before. You can leave.',
  },
  wasRejected: {
    ja: (name: string, reason: string) => `${name}が差し戻しました。理由：「${reason}」。`,
    en: (name: string, reason: string) => `${name} rejected it: “${reason}”.`,
  },
  wasWithdrawn: { ja: (name: string) => `${name}が依頼を取り下げました。`, en: (name: string) => `${name} withdrew the request.` },
  wasExpired: { ja: '期限までに承認されませんでした。', en: 'It was not approved in time.' },
  nothingSent: { ja: 'SIMには何も送信していません。', en: ' Nothing was sent to any SIM.' },
})

/** The ends of a request, as a fact of the campaign. */
export const outcomeWords: Readonly<Record<ApprovalOutcome, Words>> = {
  approved: { ja: '承認済み', en: 'Approved' },
  rejected: { ja: '差し戻し', en: 'Rejected' },
  withdrawn: { ja: '取り下げ', en: 'Withdrawn' },
  expired: { ja: '期限切れ', en: 'Not in time' },
}
