import { type Requested, requestedKind } from '../../ota-kinds/requested-kind.ts'
import type { Plan } from '../../ota-kinds/kind.ts'
import { serverKind } from '../../ota-kinds/kinds.ts'
import type { Db } from '../../platform/db/database.ts'

export type { Requested }

/** A request as it is stored: its targets, and an entry with the kind and its other parameters, if it has some. */
export type StoredRequest = readonly object[]

/** The plan of a request, and the request as it is stored. Throws `ApiError` if the parameters contradict each other or a package. */
export async function planOf(db: Db, requested: Requested): Promise<{ plan: Plan; request: StoredRequest }> {
  const { name, parameters } = requestedKind(requested)
  const plan = await serverKind(name).plan(db, { parameters, language: requested.language })
  return { plan, request: storedRequest(name, parameters) }
}

/** The kind's parameters of a stored request. */
export function parametersOf(request: StoredRequest): Record<string, unknown> {
  const targets = request.filter((entry) => !('kind' in entry))
  const { kind: _, ...others } = (request.find((entry) => 'kind' in entry) ?? {}) as Record<string, unknown>
  return targets.length === 0 ? others : { targets, ...others }
}

/** Without the applets that a removal names: the dry run names them, so its request does not have them yet. */
function storedRequest(kind: string, parameters: object): StoredRequest {
  const { targets = [], applets: _, ...others } = parameters as { targets?: object[]; applets?: string[] }
  return Object.keys(others).length === 0 ? targets : [...targets, { kind, ...others }]
}
