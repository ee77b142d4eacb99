import type { RejectReason } from '@simdeck/contract/sim-certificates.ts'
import { defineText } from '../../ui/words/text.ts'

/** Names of the states of a certificate on a SIM. */
export const keyPairText = defineText({
  NotGenerated: { ja: '未生成', en: 'Not generated' },
  Requested: { ja: '生成を要求', en: 'Requested' },
  Generated: { ja: '生成済み', en: 'Generated' },
  Failed: { ja: '失敗', en: 'Failed' },
  Deleted: { ja: '削除済み', en: 'Deleted' },
})
export const csrText = defineText({
  None: { ja: 'なし', en: 'None' },
  Requested: { ja: '署名を要求', en: 'Requested' },
  Received: { ja: '受信済み', en: 'Received' },
  Verified: { ja: '検証済み', en: 'Verified' },
  Signed: { ja: '署名済み', en: 'Signed' },
  Rejected: { ja: '却下', en: 'Rejected' },
})
export const certText = defineText({
  None: { ja: '未発行', en: 'Not issued' },
  Issued: { ja: '発行済み', en: 'Issued' },
  Writing: { ja: '書き込み中', en: 'Being written' },
  Active: { ja: '有効', en: 'Active' },
  Expired: { ja: '期限切れ', en: 'Expired' },
  Revoked: { ja: '失効', en: 'Revoked' },
  Failed: { ja: '書き込み失敗', en: 'Write failed' },
  Deleted: { ja: '削除済み', en: 'Deleted' },
})
export const managementText = defineText({
  NeedUpdate: { ja: '要更新', en: 'Need update' },
  NeedDelete: { ja: '要削除', en: 'Need delete' },
})
export const originText = defineText({
  OTA: { ja: 'OTA', en: 'OTA' },
  EST: { ja: 'デバイスの要求（EST）', en: 'Asked by the device (EST)' },
})
export const deliveryText = defineText({
  Auto: { ja: '自動', en: 'Automatic' },
  Manual: { ja: '手動', en: 'Manual' },
})

/** Reasons of a rejection, with the next action. */
export const rejectText = defineText({
  signature: {
    ja: 'CSRの署名が、カードから読んだ鍵のものではありません。鍵ペアを作り直すと、もう一度要求できます。',
    en: 'The signature of the request is not that of the key that the card has told. Issue again, which makes a new key pair.',
  },
  template: {
    ja: 'テンプレートの値が、このSIMにないか、長すぎます。テンプレートかSIMを直してから発行してください。',
    en: 'A value of the template is missing for this SIM, or is too long. Correct the template or the SIM, then issue again.',
  },
  authority: {
    ja: '認証局が署名できませんでした。設定の「プライベートCA」で状態を確認してください。',
    en: 'The CA could not sign. See its state under Private CA in the settings.',
  },
  member: { ja: 'メンバーが却下しました。', en: 'A member rejected it.' },
} satisfies Record<RejectReason, { ja: string; en: string }>)
