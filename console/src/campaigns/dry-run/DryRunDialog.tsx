import { getDryRunCsvUrl } from '@simdeck/contract/dry-run-sims.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { download } from '../../ui/frame/save-file.ts'
import { useText } from '../../ui/words/text.ts'
import { DryRunSims } from './DryRunSims.tsx'
import { dryRunText } from './dry-run-text.ts'

interface DryRunDialogProps {
  /** The snapshot, or the list of a rollback; null while the dry run is being made. */
  snapshotId: number | null
  onClose: () => void
}

/** Dialog with the effect of a dry run on each SIM, and its CSV. */
export function DryRunDialog({ snapshotId, onClose }: DryRunDialogProps) {
  const t = useText(dryRunText)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t.title}
      size={1120}
      foot={
        <>
          {snapshotId !== null && <DryRunCsv snapshotId={snapshotId} />}
          <Button onClick={onClose}>{t.back}</Button>
        </>
      }
    >
      {snapshotId === null ? <p role="status">{t.checking}</p> : <DryRunSims snapshotId={snapshotId} />}
    </Dialog>
  )
}

function DryRunCsv({ snapshotId }: { snapshotId: number }) {
  const t = useText(dryRunText)
  const request = useMutation({
    mutationFn: () => call(getDryRunCsvUrl, { params: { id: snapshotId } }),
    onSuccess: ({ url }) => download(url),
    onError: (error) => toastFailure(t.csvFailed, error),
  })
  return (
    <Button icon={<IconDownload size={16} />} busy={request.isPending} onClick={() => request.mutate()}>
      {t.csv}
    </Button>
  )
}
