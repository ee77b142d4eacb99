import { maxCountedCertificates } from '@simdeck/contract/certificate-authorities.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CSSProperties } from 'react'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Tag } from '../../ui/value/Bits.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import type { TreeRow } from './authority-query.ts'
import { AuthorityStatus } from './AuthorityStatus.tsx'
import { Period } from './Period.tsx'
import css from './private-ca.module.css'
import { authorityKindText, privateCaText } from './private-ca-text.ts'

/** Name of a CA, as a link to its page, behind the line that joins it to the CA above. */
function NameCell({ row: { id, name, depth, isDefault } }: { row: TreeRow }) {
  const t = useText(privateCaText)
  return (
    <span className={css.name} style={{ '--depth': depth } as CSSProperties}>
      {depth > 0 && <span className={css.branch} aria-hidden="true" />}
      <Link to="/settings/private-ca/$id" params={{ id: String(id) }} title={name}>
        <bdi>{name}</bdi>
      </Link>
      {isDefault && <Tag>{t.isDefault}</Tag>}
    </span>
  )
}

/** A number of certificates, which are counted up to a limit. */
export function CertificateCount({ value }: { value: number }) {
  const t = useText(privateCaText)
  return <>{value < maxCountedCertificates ? formatNumber(value) : t.moreThan(formatNumber(value))}</>
}

function KindCell({ row }: { row: TreeRow }) {
  return <>{useText(authorityKindText)[row.kind]}</>
}

export function useAuthorityColumns(): Column<TreeRow>[] {
  const t = useText(privateCaText)
  return useMemo(
    () => [
      { id: 'name', header: t.name, cell: (row) => <NameCell row={row} />, skeleton: 180 },
      { id: 'kind', header: t.kind, cell: (row) => <KindCell row={row} /> },
      { id: 'state', header: t.state, cell: ({ state }) => <AuthorityStatus state={state} /> },
      { id: 'validity', header: t.validity, cell: ({ validFrom, validTo }) => <Period from={validFrom} to={validTo} />, skeleton: 150 },
      { id: 'lastCrl', header: t.lastCrl, cell: ({ crl }) => <Time at={crl?.madeAt} />, skeleton: 110 },
      { id: 'nextCrl', header: t.nextCrl, cell: ({ crl }) => <Time at={crl?.nextAt} />, skeleton: 110 },
      { id: 'issued', header: t.issued, align: 'end', cell: ({ issued }) => <CertificateCount value={issued} /> },
      { id: 'revoked', header: t.revoked, align: 'end', cell: ({ revoked }) => <CertificateCount value={revoked} /> },
    ],
    [t],
  )
}

/** Card of a CA on a phone. */
export function AuthorityCard({ row }: { row: TreeRow }) {
  const t = useText(privateCaText)
  return (
    <CardLines
      name={<NameCell row={row} />}
      end={<AuthorityStatus state={row.state} />}
      second={[<KindCell key="kind" row={row} />, <Period key="validity" from={row.validFrom} to={row.validTo} />]}
      parts={[
        { name: t.nextCrl, value: <Time at={row.crl?.nextAt} /> },
        { name: t.issued, value: <CertificateCount value={row.issued} /> },
      ]}
    />
  )
}
