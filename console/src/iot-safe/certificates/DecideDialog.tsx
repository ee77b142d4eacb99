import { endpoints } from '@simdeck/contract/endpoints.ts'
import { call } from '../../session/api/api.ts'
import { ConfirmDialog } from '../../ui/feedback/Dialog.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { certificateText } from './certificate-text.ts'
import { useCertificateAct } from './use-certificate-act.ts'

interface DecideProps {
  certIds: number[]
  approve: boolean
  onClose: () => void
  onDone: () => void
}

/** Asks before requests that wait for approval are approved or rejected together. */
export function DecideDialog({ certIds, approve, onClose, onDone }: DecideProps) {
  const t = useText(certificateText)
  const done = approve ? t.approvedMany : t.rejectedMany
  const act = useCertificateAct(
    () => call(endpoints.decideCertificates, { body: { certIds, approve } }),
    ({ success, skipped, failed }) => done(formatNumber(success), formatNumber(skipped), formatNumber(failed)),
    onDone,
  )
  const count = formatNumber(certIds.length)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={approve ? t.approveManyTitle : t.rejectManyTitle}
      act={approve ? t.approveMany(count) : t.rejectMany(count)}
      danger={!approve}
      busy={act.busy}
      onAct={act.run}
    >
      {approve ? t.approveManyWords : t.rejectManyWords}
    </ConfirmDialog>
  )
}
