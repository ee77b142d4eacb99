import type { SimFile } from '@simdeck/contract/sim-files.ts'
import { useText } from '../../ui/words/text.ts'
import { StepStatus } from '../certificates/CertificateStatus.tsx'
import type { StepState } from '../certificates/CertificateStatus.tsx'
import { fileStatusText, fileText } from './file-text.ts'

export const fileStates: Readonly<Record<SimFile['status'], StepState>> = {
  None: 'waiting',
  Writing: 'running',
  Active: 'done',
  Failed: 'failed',
  Deleted: 'ended',
}

/** True if the file is not written before a member approves it. */
export const awaitsApproval = ({ deliveryType, status, managementStatus, isQueued }: SimFile): boolean =>
  deliveryType === 'Manual' && !isQueued && (status === 'None' || (status === 'Active' && managementStatus === 'NeedUpdate'))

/** State of a file on its way to the card. */
export function FileStatus({ of: file, pill }: { of: SimFile; pill?: boolean }) {
  const t = useText(fileText)
  const names = useText(fileStatusText)
  return (
    <StepStatus state={fileStates[file.status]} pill={pill}>
      {file.status === 'None' && file.isQueued
        ? t.queued
        : file.status === 'None' && awaitsApproval(file)
          ? t.awaitsApproval
          : names[file.status]}
    </StepStatus>
  )
}
