/** Failures of the approval of campaigns. */
export const approvalErrors = {
  campaignAwaitsApproval: {
    status: 409,
    en: 'The campaign still needs the approval of a second person',
    ja: 'この配信は、別の人の承認を待っています',
  },
  noApprovalAsked: {
    status: 404,
    en: 'No approval was asked for this campaign',
    ja: 'この配信は承認を必要としません',
  },
  approvalDecided: {
    status: 409,
    en: 'It was decided already: approved, rejected, withdrawn or stopped',
    ja: 'すでに承認、差し戻し、取り下げ、または停止されています',
  },
  approvalByAsker: {
    status: 403,
    en: 'Another person must decide, because you asked for this campaign',
    ja: '依頼した人は承認も差し戻しもできません。別の人が判断してください',
  },
  notAsker: {
    status: 403,
    en: 'Only the person who asked for the approval can withdraw it',
    ja: '取り下げられるのは、承認を依頼した人だけです',
  },
  approvalExpired: {
    status: 409,
    en: 'The time at which the campaign should have started or ended has passed',
    ja: '開始日時または打ち切り日時を過ぎたため、承認できません',
  },
  approvedLimit: {
    status: 409,
    en: 'The campaign was approved with a tighter limit, and its limits cannot become looser than the approved ones',
    ja: '承認された上限より緩めることはできません',
  },
} as const
