import type { OtaStatus, Progress } from '@simdeck/contract/ota-progress.ts'
import { None } from '../../ui/value/None.tsx'
import { StatusText } from '../../ui/value/StatusText.tsx'

/** Share of acknowledged commands, 0 to 100. */
function percentOf(progress: Progress | null): number | null {
  return progress && progress.total > 0 ? Math.floor((progress.acked / progress.total) * 100) : null
}

/** Combined status of one applet type of a SIM. While an OTA runs, its progress is shown too. */
export function ProgressStatus({ status, progress }: { status: OtaStatus | null; progress: Progress | null }) {
  return status ? <StatusText status={status} percent={percentOf(progress)} reason={progress?.reason} /> : <None />
}
