import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { BackUpAnswer } from '@simdeck/contract/certificate-authorities.ts'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useProof } from '../../../auth/proof/Proof.tsx'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { ConfirmDialog, Dialog } from '../../../ui/feedback/Dialog.tsx'
import { DisabledReason } from '../../../ui/feedback/DisabledReason.tsx'
import { useLeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FieldStack } from '../../../ui/form/Fields.tsx'
import { saveFile } from '../../../ui/frame/save-file.ts'
import { Copyable } from '../../../ui/value/Copyable.tsx'
import { useText } from '../../../ui/words/text.ts'
import { refreshAuthorities } from '../authority-query.ts'
import css from '../private-ca.module.css'
import type { AuthorityDialogProps } from './ConfirmDialogs.tsx'
import { authorityDialogText } from './dialog-text.ts'

/** Dialog that makes a backup of a CA, then shows its passphrase once. */
export function BackUpDialog({ authority: { id, name, backedUpAt }, onClose }: AuthorityDialogProps) {
  const t = useText(authorityDialogText)
  const { withProof, proof, asking } = useProof()
  const [made, setMade] = useState<BackUpAnswer | null>(null)
  const act = useMutation({
    mutationFn: () => withProof(async () => setMade(await call(endpoints.backUpAuthority, { params: { id } }))),
    onError: (error) => toastFailure(t.notBackedUp, error),
    onSettled: refreshAuthorities,
  })
  if (made) return <Passphrase made={made} onClose={onClose} />
  return (
    <>
      <ConfirmDialog
        opened={!asking}
        onClose={onClose}
        title={t.backupTitle(name)}
        act={t.backUp}
        busy={act.isPending}
        onAct={() => act.mutate()}
      >
        <p>{t.backupWords}</p>
        {backedUpAt !== null && <p className={css.dialogNote}>{t.backupAgain}</p>}
      </ConfirmDialog>
      {proof}
    </>
  )
}

/** The passphrase in its halves, for two people. The dialog closes when the file was saved, or at the second attempt. */
function Passphrase({ made: { fileName, backup, passphrase }, onClose }: { made: BackUpAnswer; onClose: () => void }) {
  const t = useText(authorityDialogText)
  const guard = useLeaveGuard(true)
  const [saved, setSaved] = useState(false)
  const [warned, setWarned] = useState(false)
  const groups = passphrase.split('-')
  const half = groups.length / 2
  const halves = [
    { name: t.firstHalf, value: groups.slice(0, half).join('-') },
    { name: t.secondHalf, value: groups.slice(half).join('-') },
  ]
  const save = (): void => {
    saveFile(fileName, backup, 'application/x-pem-file')
    setSaved(true)
  }
  return (
    <Dialog
      opened
      keepOpen
      onClose={() => (saved || warned ? onClose() : setWarned(true))}
      title={t.backedUpTitle}
      size={640}
      foot={
        <>
          <Button variant={saved ? 'default' : 'primary'} icon={<IconDownload size={16} />} onClick={save}>
            {t.saveFile}
          </Button>
          <DisabledReason reason={saved ? null : t.saveFirst}>
            <Button variant={saved ? 'primary' : 'default'} disabled={!saved} onClick={onClose}>
              {t.kept}
            </Button>
          </DisabledReason>
        </>
      }
    >
      <FieldStack>
        {warned && !saved && <Note tone="failed">{t.saveFirst}</Note>}
        <Note>{t.once}</Note>
        <div className={css.halves}>
          {halves.map(({ name, value }) => (
            <div key={name} className={css.half}>
              <span className={css.small}>{name}</span>
              <Copyable value={value} name={name}>
                <span className={css.passphrase}>{value}</span>
              </Copyable>
            </div>
          ))}
        </div>
      </FieldStack>
      {guard}
    </Dialog>
  )
}
