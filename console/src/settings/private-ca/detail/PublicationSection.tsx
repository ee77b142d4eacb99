import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { DisabledReason } from '../../../ui/feedback/DisabledReason.tsx'
import { Facts } from '../../../ui/frame/Page.tsx'
import { Copyable } from '../../../ui/value/Copyable.tsx'
import { FailedGlyph, SucceededGlyph } from '../../../ui/value/glyphs.tsx'
import { Status } from '../../../ui/value/StatusText.tsx'
import { Time } from '../../../ui/value/Time.tsx'
import { formatBytes, formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import settings from '../../settings.module.css'
import { CertificateCount } from '../authority-columns.tsx'
import css from '../private-ca.module.css'
import { detailText, limitText } from './detail-text.ts'
import type { AuthorityAct } from './limits.ts'

interface PublicationProps {
  authority: CertificateAuthority
  onAct: (act: AuthorityAct) => void
}

/** The CRL, the OCSP signer and the key of a CA. */
export function PublicationSection({ authority, onAct }: PublicationProps) {
  return (
    <section className={settings.section}>
      <div className={css.three}>
        <Crl authority={authority} />
        <Ocsp authority={authority} />
        <Key authority={authority} onAct={onAct} />
      </div>
    </section>
  )
}

function Address({ name, value }: { name: string; value: string }) {
  return (
    <Copyable value={value} name={name}>
      <span className={css.hex}>{value}</span>
    </Copyable>
  )
}

function Crl({ authority: { crl, urls } }: { authority: CertificateAuthority }) {
  const t = useText(detailText)
  const address = { name: t.address, value: <Address value={urls.crl} name={`${t.crl} ${t.address}`} /> }
  return (
    <div>
      <h3>{t.crl}</h3>
      {crl ? (
        <Facts
          facts={[
            { name: t.number, value: formatNumber(crl.number) },
            { name: t.madeAt, value: <Time at={crl.madeAt} relative /> },
            { name: t.nextAt, value: <Time at={crl.nextAt} relative /> },
            { name: t.validTo, value: <Time at={crl.validTo} relative /> },
            { name: t.entries, value: formatNumber(crl.entries) },
            { name: t.size, value: formatBytes(crl.octets) },
            address,
          ]}
        />
      ) : (
        <Facts facts={[{ name: t.madeAt, value: t.noCrl }, address]} />
      )}
    </div>
  )
}

function Ocsp({ authority: { ocspSignerValidTo, urls, issued, revoked } }: { authority: CertificateAuthority }) {
  const t = useText(detailText)
  return (
    <div>
      <h3>{t.ocsp}</h3>
      <Facts
        facts={[
          { name: t.signer, value: <Time at={ocspSignerValidTo} relative /> },
          { name: t.address, value: <Address value={urls.ocsp} name={`${t.ocsp} ${t.address}`} /> },
          { name: t.certificateAddress, value: <Address value={urls.certificate} name={t.certificateAddress} /> },
          { name: t.issued, value: <CertificateCount value={issued} /> },
          { name: t.revokedCount, value: <CertificateCount value={revoked} /> },
        ]}
      />
    </div>
  )
}

function Key({ authority: { hasKey: opens, backedUpAt, backupCheckedAt }, onAct }: PublicationProps) {
  const t = useText(detailText)
  const limits = useText(limitText)
  const moment = (at: string | null) => (at === null ? t.never : <Time at={at} relative />)
  return (
    <div>
      <h3>{t.keyAndBackup}</h3>
      <Facts
        facts={[
          { name: t.kept, value: t.sealed },
          {
            name: t.opens,
            value: (
              <Status tone={opens ? 'succeeded' : 'failed'} glyph={opens ? <SucceededGlyph /> : <FailedGlyph />} quiet={opens}>
                {opens ? t.canOpen : t.cannotOpen}
              </Status>
            ),
          },
          { name: t.backedUp, value: moment(backedUpAt) },
          { name: t.checked, value: moment(backupCheckedAt) },
        ]}
      />
      <div className={settings.acts}>
        <Button size="sm" onClick={() => onAct('check')}>
          {opens ? t.check : t.restore}
        </Button>
        <DisabledReason reason={opens ? null : limits.noKey}>
          <Button size="sm" disabled={!opens} onClick={() => onAct('backup')}>
            {t.backUp}
          </Button>
        </DisabledReason>
      </div>
    </div>
  )
}
