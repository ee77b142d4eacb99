import type { OtaJobRow } from '../../ota-kinds/kind.ts'

/** Octets of a frame and its answer, headers and MACs included. */
export const octetsOf = (frame: { bytes: Uint8Array }, { answer }: { answer: Uint8Array }): number => frame.bytes.length + answer.length

/** The campaign for which a session counts its octets while it works on the OTA with `jobId`; null for one without a rollout. */
export function octetsCampaign(rows: readonly OtaJobRow[], jobId: number): number | null {
  const row = rows.find(({ id }) => id === jobId)
  return row?.counts_octets ? row.campaign_id : null
}
