import { basePaths } from '@simdeck/contract/endpoints.ts'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import type { ActionName, SubjectKey, ValueChange } from '@simdeck/contract/actions.ts'
import { maskedField } from './mask.ts'

/** The facts of an action that its request does not contain. */
export type ActionDetails = {
  /** The number of SIMs that it concerns. */
  sims?: number
  /** The records that it concerns; by default the one that the path names. */
  subjects?: readonly SubjectKey[]
  /** The name of the first record. */
  name?: string
  changes?: readonly ValueChange[]
  /** The action, if it is not that of the endpoint. */
  action?: ActionName
}

const maxNameLength = 200

/** The columns of a row that tell what was changed. Secrets are masked. */
export function subjectColumns({ subjects, name, changes }: ActionDetails, byPath: readonly SubjectKey[]) {
  return {
    subjects: [...(subjects ?? byPath)],
    subject_name: name === undefined ? null : name.slice(0, maxNameLength).toWellFormed(),
    changes: changes && changes.length > 0 ? JSON.stringify(changes.map(maskedChange)) : null,
  }
}

function maskedChange({ field, before, after }: ValueChange): ValueChange {
  const shown = (value: unknown): unknown => {
    if (value === undefined || value === null || value === '') return null
    return maskedField(field, value)
  }
  return { field, before: shown(before), after: shown(after) }
}

const pathKinds = {
  '/v1/sims/{id}': 'sim',
  '/v1/groups/{id}': 'group',
  '/v1/api-credentials/{id}': 'apiId',
  '/v1/alert-rules/{id}': 'alert',
} as const
const campaignPaths = ['bulkOTA', 'cancelOTA', 'rollbackOTA'].map((call) => `${basePaths.ota}/admin/${call}/{id}`)

/** The record that the path of a call names by its number. */
export function subjectsOfPath({ api, path }: Endpoint, params: unknown): SubjectKey[] {
  const { id } = (params ?? {}) as { id?: unknown }
  if ((typeof id !== 'string' && typeof id !== 'number') || !/^[1-9]\d{0,14}$/.test(String(id))) return []
  const whole = basePaths[api] + path
  if (campaignPaths.some((path) => whole.startsWith(path))) return [`campaign:${id}`]
  const found = Object.entries(pathKinds).find(([start]) => whole.startsWith(start))
  return found ? [`${found[1]}:${id}`] : []
}

/** The fields of `after` that differ from `before`. Fields that `after` leaves undefined stay as they are. */
export function changesBetween(before: object, after: object): ValueChange[] {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([field, is]: [string, unknown]) => {
    const was = former.get(field) ?? null
    return is === undefined || JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }]
  })
}
