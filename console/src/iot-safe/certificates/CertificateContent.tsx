import type { SimCertificateDetails } from '@simdeck/contract/sim-certificates.ts'
import { Period } from '../../settings/private-ca/Period.tsx'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { CodeBlock } from '../../ui/value/CodeBlock.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import { None } from '../../ui/value/None.tsx'
import { useText } from '../../ui/words/text.ts'
import { certificateText } from './certificate-text.ts'
import css from './certificate.module.css'

/** The decoded certificate; before it was issued, the subject and the request. */
export function CertificateContent({ of: { decoded, altNames, csrSubject, request } }: { of: SimCertificateDetails }) {
  const t = useText(certificateText)
  const names = altNames.map(({ type, value }) => `${type === 'dns' ? 'DNS' : type === 'uri' ? 'URI' : 'email'}:${value}`).join(', ')
  const ofCertificate = decoded && [
    { name: t.issuer, value: <bdi>{decoded.issuer}</bdi> },
    { name: t.serial, value: <HexText value={decoded.serial.toUpperCase()} /> },
    { name: t.validTo, value: <Period from={decoded.validFrom} to={decoded.validTo} /> },
    { name: t.key, value: decoded.key },
    { name: t.usages, value: decoded.keyUsages.join(', ') },
    { name: t.extendedUsages, value: decoded.extendedKeyUsages.join(', ') },
    { name: t.fingerprint, value: <HexText value={decoded.fingerprint.toUpperCase()} /> },
  ]
  return (
    <Section title={t.content}>
      <Facts
        facts={[
          { name: t.subject, value: <bdi>{csrSubject}</bdi> },
          { name: t.altNames, value: names ? <bdi>{names}</bdi> : <None /> },
          ...(ofCertificate ?? []),
        ]}
      />
      {decoded === null && request !== null && (
        <div className={css.request}>
          <CodeBlock label={t.request} code={request} />
        </div>
      )}
    </Section>
  )
}
