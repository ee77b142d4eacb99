/** Failures of the overview. */
export const dashboardErrors = {
  attentionTaken: {
    status: 409,
    en: 'Another member takes care of this item',
    ja: 'ほかのメンバーが対応中です',
  },
  attentionSettled: {
    status: 409,
    en: 'This item needs no attention now',
    ja: 'この項目は、現在は対応の必要がありません',
  },
} as const
