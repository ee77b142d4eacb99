import type { CampaignRequest, Draft, DraftProblems } from '../wizard/wizard-draft.ts'

/** Problems of the choice of a script: none is chosen, or the CSV is missing that it needs. */
export function scriptProblems({ script: { id, columns, values } }: Draft): DraftProblems {
  if (id === null) return { script: true }
  return (columns ?? []).every((column) => values?.columns.includes(column)) ? {} : { values: true }
}

/** The parameters of a campaign that sends a script. */
export function scriptParameters({ script: { id, columns, values } }: Draft): Omit<CampaignRequest, 'kind'> {
  if (id === null) return {}
  return values && columns?.length !== 0 ? { scriptId: id, valuesId: values.id } : { scriptId: id }
}
