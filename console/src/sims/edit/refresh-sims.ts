import { queryClient } from '../../session/query-client.ts'

/** Whatever shows SIMs or counts them is asked for again. */
export function refreshSims(): void {
  for (const key of ['sims', 'sim', 'groups']) void queryClient.invalidateQueries({ queryKey: [key] })
}
