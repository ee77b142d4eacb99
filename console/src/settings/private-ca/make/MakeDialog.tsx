import { Select, TextInput } from '@mantine/core'
import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { maxAuthorityDays } from '@simdeck/contract/certificate-authorities.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useProof } from '../../../auth/proof/Proof.tsx'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { Dialog, DialogFoot } from '../../../ui/feedback/Dialog.tsx'
import { useLeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { FieldStack } from '../../../ui/form/Fields.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { formatDay, useNow } from '../../../ui/words/clock.ts'
import { digitsIn, formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { refreshAuthorities } from '../authority-query.ts'
import { Ceremony } from './Ceremony.tsx'
import { makeText } from './make-text.ts'
import { mayStandAbove, mostDays, usualDays } from './parents.ts'
import { checkSubject, emptySubject, subjectOf } from './subject.ts'
import { SubjectFields } from './SubjectFields.tsx'

const dayMs = 86_400_000

interface MakeDialogProps {
  authorities: readonly CertificateAuthority[]
  /** The CA below which the new one stands at first. */
  parentId?: number | null
  onClose: () => void
}

/** Dialog that makes a root or an intermediate CA: the form, then the ceremony with the typed name. It opens the page of the new CA. */
export function MakeDialog({ authorities, parentId, onClose }: MakeDialogProps) {
  const t = useText(makeText)
  const now = useNow()
  const navigate = useNavigate()
  const { withProof, proof, asking } = useProof()
  const [reviewing, setReviewing] = useState(false)
  const parents = authorities.filter(mayStandAbove)
  const parentOf = (id: string) => parents.find((one) => String(one.id) === id)
  const [first] = useState(() => {
    const above = parentOf(String(parentId))
    return { ...emptySubject, parentId: above ? String(above.id) : '', validDays: String(usualDays(above, now)), confirmedName: '' }
  })
  const daysFault = (days: string, above: CertificateAuthority | undefined) => {
    const most = above ? Math.min(maxAuthorityDays, mostDays(above, now)) : maxAuthorityDays
    const given = Number(digitsIn(days) ?? 0)
    return (given < 1 || given > most) && t.daysWrong(formatNumber(most))
  }
  const form = useForm({
    saved: first,
    check: (values) => ({
      ...checkSubject(values, t),
      validDays: daysFault(values.validDays, parentOf(values.parentId)),
    }),
    fieldOf: {
      caExists: 'name',
      caEndsBefore: 'validDays',
      caNotParent: 'parentId',
      caKeyMissing: 'parentId',
      nameDiffers: 'confirmedName',
    },
    async send(values) {
      if (!reviewing) {
        setReviewing(true)
        return false
      }
      return withProof(async () => {
        const { validDays, confirmedName } = values
        const above = values.parentId && { parentId: Number(values.parentId) }
        const body = { ...subjectOf(values), ...above, validDays: Number(digitsIn(validDays)), confirmedName }
        const { id } = await call(endpoints.createAuthority, { body })
        refreshAuthorities()
        toast.success(t.made)
        onClose()
        void navigate({ to: '/settings/private-ca/$id', params: { id: String(id) }, ignoreBlocker: true })
      })
    },
    failed(error) {
      setReviewing(false)
      toastFailure(t.notMade, error)
    },
  })
  const guard = useLeaveGuard(form.changed)
  const { values } = form
  const above = parentOf(values.parentId)
  const days = Number(digitsIn(values.validDays) ?? 0)
  const lastDay = formatDay(now + Math.min(days, maxAuthorityDays) * dayMs)
  const title = reviewing ? (above ? t.confirmIntermediate : t.confirmRoot) : t.makeTitle
  return (
    <>
      <Dialog opened={!asking} onClose={onClose} title={title} size={600} keepOpen={form.changed}>
        <form {...form.props}>
          {reviewing ? (
            <Ceremony form={form} above={above} days={days} lastDay={lastDay} onBack={() => setReviewing(false)} />
          ) : (
            <>
              <FieldStack>
                <Select
                  label={t.place}
                  description={t.placeWords}
                  data={[{ value: '', label: t.noParent }, ...parents.map(({ id, name }) => ({ value: String(id), label: name }))]}
                  allowDeselect={false}
                  value={values.parentId}
                  error={form.error('parentId')}
                  onChange={(id) => form.set({ parentId: id ?? '', validDays: String(usualDays(parentOf(id ?? ''), now)) })}
                />
                <SubjectFields form={form} />
                <TextInput
                  label={t.days}
                  description={days > 0 && t.daysWords(lastDay)}
                  required
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={8}
                  {...form.text('validDays')}
                />
              </FieldStack>
              <DialogFoot act={t.next} busy={form.busy} onCancel={onClose} />
            </>
          )}
        </form>
        {guard}
      </Dialog>
      {proof}
    </>
  )
}
