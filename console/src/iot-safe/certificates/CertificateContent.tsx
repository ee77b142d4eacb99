import type { SimCertificateDetails } from '@simdeck/contract/sim-certificates.ts'
import { Period } from '../../settings/private-ca/Period.tsx'
import { useState } from 'react'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { Segments } from '../../ui/value/Bits.tsx'
import { CodeBlock } from '../../ui/value/CodeBlock.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import { None } from '../../ui/value/None.tsx'
import { useText } from '../../ui/words/text.ts'
import { certificateText } from './certificate-text.ts'
import css from './certificate.module.css'

const views = ['fields', 'pem', 'hex'] as const

/** The decoded certificate, as fields, PEM or hex; before it was issued, the subject and the request. */
export function CertificateContent({ of: one }: { of: SimCertificateDetails }) {
  const t = useText(certificateText)
  const [view, setView] = useState<(typeof views)[number]>('fields')
  const { content, hexContent } = one
  if (content === null || hexContent === null)
    return (
      <Section title={t.content}>
        <Fields of={one} />
      </Section>
    )
  const choice = (
    <Segments
      label={t.view}
      value={view}
      options={views.map((value) => ({ value, words: value === 'pem' ? 'PEM' : t[value] }))}
      onChange={setView}
    />
  )
  return (
    <Section title={t.content} end={choice}>
      {view === 'fields' && <Fields of={one} />}
      {view === 'pem' && <CodeBlock label={t.pem} code={content} />}
      {view === 'hex' && <CodeBlock label={t.hex} code={hexContent.toUpperCase().replaceAll(/(.{64})(?=.)/g, '$1\n')} />}
    </Section>
  )
}

function Fields({ of: { decoded, altNames, csrSubject, request } }: { of: SimCertificateDetails }) {
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
    <>
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
    </>
  )
}
