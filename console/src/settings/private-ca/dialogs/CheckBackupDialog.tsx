import { TextInput } from '@mantine/core'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useProof } from '../../../auth/proof/Proof.tsx'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { Dialog, DialogFoot } from '../../../ui/feedback/Dialog.tsx'
import { useLeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FieldStack, FileDrop } from '../../../ui/form/Fields.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useText } from '../../../ui/words/text.ts'
import { refreshAuthorities } from '../authority-query.ts'
import settings from '../../settings.module.css'
import css from '../private-ca.module.css'
import type { AuthorityDialogProps } from './ConfirmDialogs.tsx'
import { authorityDialogText } from './dialog-text.ts'

/** The longest backup that the server reads. */
const maxBackup = 200_000

/** Dialog that opens a backup on the server, which restores a missing key from it. */
export function CheckBackupDialog({ authority: { id, name, hasKey }, onClose }: AuthorityDialogProps) {
  const t = useText(authorityDialogText)
  const { withProof, proof, asking } = useProof()
  const restores = !hasKey
  const form = useForm({
    saved: { fileName: '', backup: '', passphrase: '' },
    check: ({ backup, passphrase }) => ({
      backup: backup === '' ? t.fileMissing : backup.length > maxBackup && t.fileLarge,
      passphrase: passphrase.trim() === '' && t.passphraseMissing,
    }),
    fieldOf: { backupWrong: 'passphrase' },
    send: ({ backup, passphrase }) =>
      withProof(async () => {
        const { restored } = await call(endpoints.checkAuthorityBackup, { params: { id }, body: { backup, passphrase } })
        refreshAuthorities()
        toast.success(restored ? t.restored : t.checked)
        onClose()
      }),
    failed: (error) => toastFailure(t.notChecked, error),
  })
  const guard = useLeaveGuard(form.changed)
  const take = async (file: File): Promise<void> => form.set({ fileName: file.name, backup: await file.text() })
  return (
    <>
      <Dialog opened={!asking} onClose={onClose} title={t.checkTitle(name)} keepOpen={form.changed}>
        <form {...form.props}>
          <FieldStack>
            <p>{restores ? t.restoreWords : t.checkWords}</p>
            <div>
              <FileDrop words={t.dropBackup} note={form.values.fileName} accept=".pem" onFile={(file) => void take(file)} />
              {form.error('backup') && (
                <p className={settings.error} role="alert">
                  {form.error('backup')}
                </p>
              )}
            </div>
            <TextInput
              label={t.passphrase}
              description={t.passphraseWords}
              required
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              classNames={{ input: css.passphrase }}
              {...form.text('passphrase')}
            />
          </FieldStack>
          <DialogFoot act={restores ? t.restore : t.check} busy={form.busy} onCancel={onClose} />
        </form>
        {guard}
      </Dialog>
      {proof}
    </>
  )
}
