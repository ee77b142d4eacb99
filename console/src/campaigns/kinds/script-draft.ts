import type { CampaignRequest, Draft, DraftProblems } from '../wizard/wizard-draft.ts'

/** Problems of the choice of a script: none is chosen, or the CSV is missing that it needs. */
export function scriptProblems({ script: { id, columns, values } }: Draft): DraftProblems {
  if (id === null) return { script: true }
  return (columns ?? []).every((column) => values?.columns.includes(column)) ? {} : { values: true }
}

/** The problems of a script on files, which may go by SMS. */
export function fileScriptProblems(draft: Draft): DraftProblems {
  const { smsTar } = draft.script
  return { ...scriptProblems(draft), ...(smsTar !== null && !/^[0-9A-F]{6}$/.test(smsTar) && { smsTar: true }) }
}

/** The parameters of a campaign that sends a script on files. */
export function fileScriptParameters(draft: Draft): Omit<CampaignRequest, 'kind'> {
  const { smsTar } = draft.script
  return { ...scriptParameters(draft), ...(smsTar !== null && { smsTAR: smsTar }) }
}

/** True if the campaign sends its script by SMS. */
export const isBySms = ({ action, script }: Draft): boolean => action === 'rfm' && script.smsTar !== null

/** The parameters of a campaign that sends a script. */
export function scriptParameters({ script: { id, lines, columns, values } }: Draft): Omit<CampaignRequest, 'kind'> {
  if (id === null) return {}
  const used = values && columns?.length !== 0 ? { valuesId: values.id } : {}
  return { scriptId: id, ...used, ...(lines && { scriptLines: [...lines] }) }
}
