import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useNavigate } from '@tanstack/react-router'
import { useProof } from '../../../auth/proof/Proof.tsx'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { Dialog, DialogFoot } from '../../../ui/feedback/Dialog.tsx'
import { useLeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FieldStack } from '../../../ui/form/Fields.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { useText } from '../../../ui/words/text.ts'
import { refreshAuthorities } from '../authority-query.ts'
import { makeText } from './make-text.ts'
import { checkSubject, emptySubject, subjectOf } from './subject.ts'
import { SubjectFields } from './SubjectFields.tsx'

/** Dialog that makes the key of a CA and a request for an external CA, then opens the page of the CA. */
export function RequestDialog({ onClose }: { onClose: () => void }) {
  const t = useText(makeText)
  const navigate = useNavigate()
  const { withProof, proof, asking } = useProof()
  const form = useForm({
    saved: emptySubject,
    check: (subject) => checkSubject(subject, t),
    fieldOf: { caExists: 'name' },
    send: (subject) =>
      withProof(async () => {
        const { id } = await call(endpoints.requestAuthority, { body: subjectOf(subject) })
        refreshAuthorities()
        toast.success(t.requestMade)
        onClose()
        void navigate({ to: '/settings/private-ca/$id', params: { id: String(id) }, ignoreBlocker: true })
      }),
    failed: (error) => toastFailure(t.requestNotMade, error),
  })
  const guard = useLeaveGuard(form.changed)
  return (
    <>
      <Dialog opened={!asking} onClose={onClose} title={t.requestTitle} keepOpen={form.changed}>
        <form {...form.props}>
          <FieldStack>
            <p>{t.requestWords}</p>
            <SubjectFields form={form} />
          </FieldStack>
          <DialogFoot act={t.makeRequest} busy={form.busy} onCancel={onClose} />
        </form>
        {guard}
      </Dialog>
      {proof}
    </>
  )
}
