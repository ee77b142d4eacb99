import { Menu } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { ManagementStatus } from '@simdeck/contract/sim-certificates.ts'
import type { SimFileDetails } from '@simdeck/contract/sim-files.ts'
import { IconDots, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { useMay } from '../../session/use-me.ts'
import { ConfirmDialog } from '../../ui/feedback/Dialog.tsx'
import { Button, IconButton } from '../../ui/form/Button.tsx'
import { saveBlob } from '../../ui/frame/save-file.ts'
import { useText } from '../../ui/words/text.ts'
import { contentOctets } from './file-content.ts'
import { FileDialog } from './FileDialog.tsx'
import { fileText } from './file-text.ts'
import { awaitsApproval } from './FileStatus.tsx'
import { useFileAct } from './use-file-act.ts'

/** The actions that the state of a file allows: approval, update, another writing, marks, deletion and download. */
export function FileActions({ of: file }: { of: SimFileDetails }) {
  const t = useText(fileText)
  const [asking, setAsking] = useState<'update' | 'remove' | null>(null)
  const close = () => setAsking(null)
  const mayMark = useMay('IOTSAFE_CERTIFICATES_UPDATE')
  const mayRemove = useMay('IOTSAFE_CERTIFICATES_DELETE')
  const params = { fileId: file.id }
  const deliver = useFileAct(
    () => call(endpoints.deliverFile, { params }),
    () => t.started,
  )
  const remove = useFileAct(
    () => call(endpoints.removeFile, { params }),
    ({ campaignId }) => (campaignId === null ? t.removed : t.started),
    close,
  )
  const marks = useMarks(file.id)
  const { status, managementStatus: mark } = file
  const isIdle = status !== 'Writing' && status !== 'Deleted'
  const isSent = status === 'Active' || status === 'Failed'
  const isWaiting = isIdle && !file.isQueued && mark !== 'NeedDelete' && (status !== 'Active' || mark === 'NeedUpdate')
  const isOnApproval = awaitsApproval(file)
  const removal = status === 'None' ? (isOnApproval ? t.reject : t.withdraw) : t.remove
  const items = [
    ...(isSent && mayMark
      ? [
          mark === null && { words: t.markUpdate, run: marks.update },
          mark !== 'NeedDelete' && { words: t.markDelete, run: marks.delete },
          (mark === 'NeedDelete' || (mark === 'NeedUpdate' && file.isCurrent)) && { words: t.unmark, run: marks.none },
        ]
      : []),
    isSent && !file.isQueued && mayRemove && { words: t.remove, run: () => setAsking('remove') },
  ].filter((item) => item !== false)
  return (
    <>
      <Button icon={<IconDownload size={16} />} onClick={() => download(file)}>
        {t.download}
      </Button>
      {status === 'None' && (
        <MayButton permission="IOTSAFE_CERTIFICATES_DELETE" onClick={() => setAsking('remove')}>
          {removal}
        </MayButton>
      )}
      {isWaiting && (
        <MayButton permission="IOTSAFE_CERTIFICATES_UPDATE" variant="primary" busy={deliver.busy} onClick={deliver.run}>
          {isOnApproval ? t.approve : t.write}
        </MayButton>
      )}
      {isIdle && mark !== 'NeedDelete' && (
        <MayButton permission="IOTSAFE_CERTIFICATES_UPDATE" onClick={() => setAsking('update')}>
          {t.update}
        </MayButton>
      )}
      {items.length > 0 && (
        <Menu withInitialFocusPlaceholder={false} position="bottom-end">
          <Menu.Target>
            <IconButton label={t.more}>
              <IconDots size={16} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {items.map(({ words, run }) => (
              <Menu.Item key={words} onClick={run}>
                {words}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ConfirmDialog
        opened={asking === 'remove'}
        onClose={close}
        title={removal}
        act={removal}
        danger
        busy={remove.busy}
        onAct={remove.run}
      >
        {status === 'None' ? t.rejectWords : t.removeWords}
      </ConfirmDialog>
      {asking === 'update' && <FileDialog simId={file.simId} file={file} onClose={close} />}
    </>
  )
}

/** The changes of the mark of a file. */
function useMarks(fileId: number) {
  const t = useText(fileText)
  const mark = (managementStatus: ManagementStatus | null) => () =>
    call(endpoints.markFile, { params: { fileId }, body: { managementStatus } })
  const words = () => t.marked
  return {
    update: useFileAct(mark('NeedUpdate'), words).run,
    delete: useFileAct(mark('NeedDelete'), words).run,
    none: useFileAct(mark(null), words).run,
  }
}

function download({ label, iccid, hexContent }: SimFileDetails): void {
  const octets = contentOctets({ form: 'hex', value: hexContent }) ?? new Uint8Array()
  saveBlob(`${label}-${iccid}.bin`, new Blob([Uint8Array.from(octets)], { type: 'application/octet-stream' }))
}
