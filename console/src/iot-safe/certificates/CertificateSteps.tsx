import type { SimCertificateDetails } from '@simdeck/contract/sim-certificates.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import { SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { formatDuration, otaText } from '../../sims/ota/ota-text.ts'
import { formatClock, formatDay, formatUtc } from '../../ui/words/clock.ts'
import { useZone } from '../../ui/words/zone.ts'
import { useText } from '../../ui/words/text.ts'
import { certStates, csrStates, keyStates, StepStatus } from './CertificateStatus.tsx'
import type { StepState } from './CertificateStatus.tsx'
import { certificateText } from './certificate-text.ts'
import { certText, csrText, keyPairText, rejectText } from './certificate-words.ts'
import css from './certificate.module.css'

/** The four steps of an issuance, with the state of each, and the reason of a rejection. */
export function CertificateSteps({ of: one }: { of: SimCertificateDetails }) {
  const t = useText(certificateText)
  const [key, csr, cert, rejections] = [useText(keyPairText), useText(csrText), useText(certText), useText(rejectText)]
  const ota = useText(otaText)
  const isIssued = one.certificate !== null
  // A device that asked for its certificate holds it beside the card, unless an OTA has written it.
  const isOverEst = one.origin === 'EST' && one.campaignId === null
  const [done, open] = isOverEst ? [t.fetched, t.notFetched] : [t.readBack, t.neverWritten]
  const written: StepState = one.activeAt !== null ? 'done' : one.certStatus === 'Writing' ? 'running' : certStates[one.certStatus]
  const steps = [
    {
      name: t.keyPair,
      state: keyStates[one.keyPairStatus],
      words: key[one.keyPairStatus],
      at: one.keyPairStatus === 'Deleted' ? null : one.keyPairAt,
      more: `P-256 ${one.keyObjectId}`,
    },
    {
      name: t.csr,
      state: csrStates[one.csrStatus],
      words: csr[one.csrStatus],
      at: one.rejectReason === null || one.rejectReason === 'signature' ? one.requestAt : null,
      more: one.csrSubject,
    },
    {
      name: t.certificate,
      state: isIssued ? (one.revokedAt === null ? 'done' : 'failed') : 'waiting',
      words: isIssued ? (one.revokedAt === null ? t.issued : cert.Revoked) : t.notIssued,
      at: one.revokedAt ?? one.signedAt,
      more: one.signedBy ?? '',
    },
    {
      name: isOverEst ? t.handedOver : t.onCard,
      state: isIssued ? written : 'waiting',
      words: one.activeAt === null ? (one.certStatus === 'Failed' || one.certStatus === 'Writing' ? cert[one.certStatus] : open) : done,
      at: one.activeAt,
      more: '',
    },
  ] as const
  const begun = isOverEst ? one.requestAt : one.keyPairAt
  const took = begun === null || one.activeAt === null ? null : Date.parse(one.activeAt) - Date.parse(begun)
  return (
    <Section title={isOverEst ? t.stepsToDevice : t.steps} note={took !== null && t.took(formatDuration(took, ota))}>
      <ol className={css.steps}>
        {steps.map(({ name, state, words, at, more }) => (
          <li key={name}>
            <h3>{name}</h3>
            <StepStatus state={state}>{words}</StepStatus>
            {at !== null && <StepTime at={at} />}
            <span className={css.more}>{more}</span>
          </li>
        ))}
      </ol>
      {one.activeAt !== null && !isOverEst && one.decoded && (
        <Note tone="succeeded" glyph={<SucceededGlyph />}>
          <span className={css.sameKey}>
            <span>{t.sameKey}</span>
            {one.decoded.subjectKeyIdentifier !== null && <HexText value={one.decoded.subjectKeyIdentifier.toUpperCase()} />}
          </span>
        </Note>
      )}
      {one.rejectReason !== null && <Note tone="failed">{rejections[one.rejectReason]}</Note>}
    </Section>
  )
}

/** The time of a step to the second, since all steps may fall into one minute. */
function StepTime({ at }: { at: string }) {
  useZone()
  return (
    <time className={css.at} dateTime={at} title={formatUtc(at)}>
      {formatDay(at)} {formatClock(at)}
    </time>
  )
}
