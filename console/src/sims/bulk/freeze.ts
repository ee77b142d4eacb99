import { endpoints } from '@simdeck/contract/endpoints.ts'
import { call } from '../../session/api/api.ts'
import type { Selection } from '../../ui/table/selection.ts'

/** The selection as the server keeps it, counted exactly: SIMs that are gone are not in it. */
export async function freeze(selection: Selection): Promise<{ id: number; total: number }> {
  if (selection.kind === 'frozen') return selection
  return call(endpoints.createSimSelection, { body: { simIds: [...selection.ids].map(Number) } })
}
