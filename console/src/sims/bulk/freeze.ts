import { endpoints } from '@simdeck/contract/endpoints.ts'
import { call } from '../../session/api/api.ts'
import type { Selection } from '../../ui/table/selection.ts'

/** Freezes a selection on the server and returns its exact number of SIMs. Deleted SIMs are left out. */
export async function freeze(selection: Selection): Promise<{ id: number; total: number }> {
  if (selection.kind === 'frozen') return selection
  return call(endpoints.createSimSelection, { body: { simIds: [...selection.ids].map(Number) } })
}
