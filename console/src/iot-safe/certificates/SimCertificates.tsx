import type { SimCertificate } from '@simdeck/contract/sim-certificates.ts'
import { failureText } from '../../session/api/failure.ts'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import objects from '../iot-safe.module.css'
import { CertificateLink } from './certificate-list.tsx'
import { CertificateStatus, ManagementMark } from './CertificateStatus.tsx'
import { certificateText } from './certificate-text.ts'

/** The certificates of a SIM, the newest first. */
export function SimCertificates({ rows, error }: { rows: readonly SimCertificate[] | undefined; error: Error | null }) {
  const t = useText(certificateText)
  return (
    <Section title={t.title}>
      {error && <ErrorNote message={failureText(error)} />}
      {rows?.length === 0 && <p className={objects.note}>{t.none}</p>}
      {rows !== undefined && rows.length > 0 && (
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
    </Section>
  )
}
