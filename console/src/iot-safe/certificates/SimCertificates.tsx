import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import objects from '../iot-safe.module.css'
import { CertificateLink } from './certificate-list.tsx'
import { CertificateStatus, ManagementMark } from './CertificateStatus.tsx'
import { certificateText } from './certificate-text.ts'
import { IssueDialog } from './IssueDialog.tsx'

/** The certificates of a SIM, and a button that issues another one. */
export function SimCertificates({ simId }: { simId: number }) {
  const t = useText(certificateText)
  const [isIssuing, setIssuing] = useState(false)
  const { data, error } = useQuery(queryOf(endpoints.listSimCertificates, { params: { simId }, query: { take: '100' } }))
  const rows = data?.data ?? []
  return (
    <Section
      title={t.title}
      end={
        <MayButton permission="IOTSAFE_CERTIFICATES_CREATE" size="sm" icon={<IconPlus size={16} />} onClick={() => setIssuing(true)}>
          {t.add}
        </MayButton>
      }
    >
      {error && <ErrorNote message={failureText(error)} />}
      {data && rows.length === 0 && <p className={objects.note}>{t.none}</p>}
      {rows.length > 0 && (
        <table className={objects.objects}>
          <thead>
            <tr>
              {[t.label, t.status, t.slot, t.subject, t.validTo].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  <CertificateLink of={one} />
                </th>
                <td data-name={t.status}>
                  <CertificateStatus of={one} /> <ManagementMark of={one} />
                </td>
                <td data-name={t.slot}>{one.slotId}</td>
                <td data-name={t.subject}>
                  <bdi>{one.csrSubject}</bdi>
                </td>
                <td data-name={t.validTo}>{one.valid_to === null ? '' : <Time at={one.valid_to} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isIssuing && <IssueDialog simId={simId} onClose={() => setIssuing(false)} />}
    </Section>
  )
}
