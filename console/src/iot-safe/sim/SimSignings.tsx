import type { Signing } from '@simdeck/contract/signing-history.ts'
import { Link } from '@tanstack/react-router'
import { failureText } from '../../session/api/failure.ts'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { SigningStatus, SigningSubject } from '../fleet/signing-list.tsx'
import css from '../iot-safe.module.css'
import { simText } from './sim-text.ts'

/** The last certificates that the CAs signed for a SIM. */
export function SimSignings({ simId, rows, error }: { simId: number; rows: readonly Signing[] | undefined; error: Error | null }) {
  const t = useText(simText)
  return (
    <Section
      title={t.signings}
      end={
        <Link to="/iot-safe/signing-history" search={{ simId: String(simId) }}>
          {t.openHistory}
        </Link>
      }
    >
      {error && <ErrorNote message={failureText(error)} />}
      {rows?.length === 0 && <p className={css.note}>{t.noSignings}</p>}
      {rows !== undefined && rows.length > 0 && (
        <table className={css.objects}>
          <thead>
            <tr>
              {[t.subject, t.status, t.signedBy, t.serial, t.signedAt].map((name) => (
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
                  <SigningSubject of={one} />
                </th>
                <td data-name={t.status}>
                  <SigningStatus of={one} />
                </td>
                <td data-name={t.signedBy}>
                  <bdi>{one.signedBy}</bdi>
                </td>
                <td data-name={t.serial}>
                  <HexText value={one.serial.toUpperCase()} />
                </td>
                <td data-name={t.signedAt}>
                  <Time at={one.createdAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
