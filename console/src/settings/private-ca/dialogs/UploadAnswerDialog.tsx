import { Textarea } from '@mantine/core'
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
import { pemOfFile } from '../pem.ts'
import css from '../private-ca.module.css'
import type { AuthorityDialogProps } from './ConfirmDialogs.tsx'
import { authorityDialogText } from './dialog-text.ts'

/** The longest answer that the server reads. */
const maxAnswer = 100_000

/** Dialog that stores the answer of an external CA. */
export function UploadAnswerDialog({ authority: { id, chain }, onClose }: AuthorityDialogProps) {
  const t = useText(authorityDialogText)
  const { withProof, proof, asking } = useProof()
  const form = useForm({
    saved: { certificates: '' },
    check: ({ certificates }) => ({
      certificates: certificates.trim() === '' ? t.certificatesMissing : certificates.length > maxAnswer && t.fileLarge,
    }),
    fieldOf: {
      certificateUnreadable: 'certificates',
      certificateOtherKey: 'certificates',
      certificateOtherSubject: 'certificates',
      certificateNotCa: 'certificates',
      certificateChainBroken: 'certificates',
    },
    send: ({ certificates }) =>
      withProof(async () => {
        await call(endpoints.uploadAuthorityCertificate, { params: { id }, body: { certificates } })
        refreshAuthorities()
        toast.success(t.uploaded)
        onClose()
      }),
    failed: (error) => toastFailure(t.notUploaded, error),
  })
  const guard = useLeaveGuard(form.changed)
  const take = async (file: File): Promise<void> => form.set({ certificates: await pemOfFile(file) })
  return (
    <>
      <Dialog opened={!asking} onClose={onClose} title={t.uploadTitle} size={640} keepOpen={form.changed}>
        <form {...form.props}>
          <FieldStack>
            <p>{t.uploadWords}</p>
            {chain !== null && <p>{t.uploadReplaces}</p>}
            <FileDrop
              words={t.dropCertificate}
              note={t.dropCertificateNote}
              accept=".pem,.crt,.cer,.der"
              onFile={(file) => void take(file)}
            />
            <Textarea
              label={t.certificates}
              required
              rows={8}
              spellCheck={false}
              autoComplete="off"
              classNames={{ input: css.hex }}
              {...form.text('certificates')}
            />
          </FieldStack>
          <DialogFoot act={t.upload} busy={form.busy} onCancel={onClose} />
        </form>
        {guard}
      </Dialog>
      {proof}
    </>
  )
}
