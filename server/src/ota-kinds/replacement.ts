import type { OtaJobRow } from './kind.ts'

/** True if `row` is the replacement for the applet that `removal` removes in the same campaign. */
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
