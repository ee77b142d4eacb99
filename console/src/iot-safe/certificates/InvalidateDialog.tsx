import { Select } from '@mantine/core'
import { revocationReasons } from '@simdeck/contract/certificate-authorities.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useState } from 'react'
import { call } from '../../session/api/api.ts'
import { reasonText } from '../../settings/private-ca/dialogs/dialog-text.ts'
import { TypedConfirm } from '../../ui/feedback/Dialog.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { certificateText } from './certificate-text.ts'
import { useCertificateAct } from './use-certificate-act.ts'

interface InvalidateProps {
  /** Certificates on SIMs, or entries of the signing history. */
  wanted: { certIds: number[] } | { signingIds: number[] }
  /** Label of the certificate, if it is one. */
  label?: string
  onClose: () => void
  onDone: () => void
}

/** Asks for a reason and the typed count, or the typed label of a single certificate, before certificates are revoked. */
export function InvalidateDialog({ wanted, label, onClose, onDone }: InvalidateProps) {
  const t = useText(certificateText)
  const reasons = useText(reasonText)
  const [reason, setReason] = useState<(typeof revocationReasons)[number]>('unspecified')
  const { length } = 'certIds' in wanted ? wanted.certIds : wanted.signingIds
  const count = formatNumber(length)
  const act = useCertificateAct(
    () => call(endpoints.invalidateCertificates, { body: { ...wanted, reason } }),
    ({ success, skipped, failed }) => t.invalidated(formatNumber(success), formatNumber(skipped), formatNumber(failed)),
    onDone,
  )
  return (
    <TypedConfirm
      opened
      onClose={onClose}
      title={label === undefined ? t.invalidateTitle : t.revokeTitle(label)}
      act={label === undefined ? t.invalidateMany(count) : t.revoke}
      word={label ?? String(length)}
      busy={act.busy}
      onAct={act.run}
    >
      {t.whenRevokedWords}
      <Select
        mt="md"
        label={t.reason}
        data={revocationReasons.map((value) => ({ value, label: reasons[value] }))}
        allowDeselect={false}
        value={reason}
        onChange={(value) => setReason(value ?? 'unspecified')}
      />
    </TypedConfirm>
  )
}
