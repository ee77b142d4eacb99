import type { CertificateAuthority, DecodedCertificate } from '@simdeck/contract/certificate-authorities.ts'
import { Link } from '@tanstack/react-router'
import { Facts } from '../../../ui/frame/Page.tsx'
import type { Fact } from '../../../ui/frame/Page.tsx'
import { None } from '../../../ui/value/None.tsx'
import { useText } from '../../../ui/words/text.ts'
import settings from '../../settings.module.css'
import { Period } from '../Period.tsx'
import css from '../private-ca.module.css'
import { detailText } from './detail-text.ts'
import { HexValue } from './HexValue.tsx'

/** The decoded certificate of a CA, and those above it. */
export function CertificateSection({
  authority: { certificates },
  all,
}: {
  authority: CertificateAuthority
  all: readonly CertificateAuthority[]
}) {
  const t = useText(detailText)
  const [own, ...above] = certificates
  if (!own) return null
  return (
    <>
      <section className={settings.section} aria-label={t.certificate}>
        <h2>{t.certificate}</h2>
        <div className={css.facts}>
          <CertificateFacts certificate={own} />
        </div>
      </section>
      {above.length > 0 && (
        <section className={settings.section} aria-label={t.chain}>
          <h2>{t.chain}</h2>
          <ol className={css.chain} aria-label={t.chainNote}>
            {above.map((one) => (
              <li key={one.fingerprint}>
                <ChainName certificate={one} all={all} />
                <span className={css.small}>
                  <Period from={one.validFrom} to={one.validTo} />
                </span>
                <HexValue value={one.fingerprint} name={t.fingerprint} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

function ChainName({
  certificate: { subject, fingerprint },
  all,
}: {
  certificate: DecodedCertificate
  all: readonly CertificateAuthority[]
}) {
  const known = all.find((one) => one.fingerprint === fingerprint)
  if (!known) return <bdi>{subject}</bdi>
  return (
    <Link to="/settings/private-ca/$id" params={{ id: String(known.id) }}>
      <bdi>{subject}</bdi>
    </Link>
  )
}

function CertificateFacts({ certificate }: { certificate: DecodedCertificate }) {
  const t = useText(detailText)
  const { isCa, pathLength, subjectKeyIdentifier, authorityKeyIdentifier, extendedKeyUsages, crlUrls, ocspUrls } = certificate
  const hex = (name: string, value: string | null): Fact => ({
    name,
    value: value === null ? <None /> : <HexValue value={value} name={name} />,
  })
  const list = (name: string, values: readonly string[]): Fact[] => (values.length > 0 ? [{ name, value: values.join(', ') }] : [])
  const constraints = !isCa ? t.endEntity : pathLength === null ? t.noLimit : t.pathLength(pathLength)
  return (
    <Facts
      facts={[
        { name: t.subject, value: <bdi>{certificate.subject}</bdi> },
        { name: t.issuer, value: <bdi>{certificate.issuer}</bdi> },
        hex(t.serial, certificate.serial),
        { name: t.validity, value: <Period from={certificate.validFrom} to={certificate.validTo} /> },
        hex(t.fingerprint, certificate.fingerprint),
        { name: t.key, value: certificate.key },
        { name: t.constraints, value: constraints },
        ...list(t.usages, certificate.keyUsages),
        ...list(t.extendedUsages, extendedKeyUsages),
        hex(t.subjectKey, subjectKeyIdentifier),
        hex(t.issuerKey, authorityKeyIdentifier),
        ...list(t.namedCrl, crlUrls),
        ...list(t.namedOcsp, ocspUrls),
      ]}
    />
  )
}
