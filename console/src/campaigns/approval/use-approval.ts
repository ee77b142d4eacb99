import { useSettings } from '../../session/settings.ts'

/**
 * The number of SIMs from which a campaign needs the approval of a second person, if a start with `sims` SIMs needs it; null if it needs
 * none.
 */
export function useApprovalFrom(sims: number): number | null {
  const threshold = useSettings(({ values }) => Number(values.system_ota_approval_threshold ?? 0))
  return threshold > 0 && sims >= threshold ? threshold : null
}
