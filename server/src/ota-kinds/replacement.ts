import type { OtaJobRow } from './kind.ts'

/** Whether `row` is what the SIM gets in the place of what `removal`, of the same campaign, removes. */
function follows(row: OtaJobRow, removal: OtaJobRow): boolean {
  return row.campaign_id === removal.campaign_id && row.step > removal.step && removal.kind === 'remove'
}

/** The removal that makes room for the OTA. */
export function removalBefore(row: OtaJobRow, rows: readonly OtaJobRow[]): OtaJobRow | undefined {
  return rows.find((one) => follows(row, one))
}

/** The OTA that the removal makes room for. */
export function replacementAfter(removal: OtaJobRow, rows: readonly OtaJobRow[]): OtaJobRow | undefined {
  return rows.find((one) => follows(one, removal))
}
