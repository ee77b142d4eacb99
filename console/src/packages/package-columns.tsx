import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RatioBar, Tag } from '../ui/value/Bits.tsx'
import { HexText } from '../ui/value/Copyable.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { OtaGlyph } from '../ui/value/glyphs.tsx'
import { None } from '../ui/value/None.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { Status } from '../ui/value/StatusText.tsx'
import { useText } from '../ui/words/text.ts'
import type { Translations } from '../ui/words/text.ts'
import { Time } from '../ui/value/Time.tsx'
import { packageText } from './package-text.ts'
import css from './packages.module.css'

export function PackageLink({ of }: { of: Pick<OtaPackage, 'packageAID' | 'otaVersion' | 'label'> }) {
  const { packageAID, otaVersion, label } = of
  return (
    <Link to="/otas/package/detail/$packageAID/$otaVersion/$label" params={{ packageAID, otaVersion, label }}>
      {otaVersion}
    </Link>
  )
}

/** Number of SIMs with a pending OTA of the package. */
export function Pending({ sims }: { sims: number }) {
  const t = useText(packageText)
  if (sims === 0) return <None />
  return (
    <Status tone="started" glyph={<OtaGlyph />}>
      {t.sims(formatNumber(sims))}
    </Status>
  )
}

/** First eight hex digits of a hash, which are enough to distinguish two builds. */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 4)} ${sha256.slice(4, 8)}`.toLowerCase()

/**
 * Columns of the package list. The bar of a package is full at `maxUsed` SIMs. `mixed` is true if the packages have several AIDs,
 * which adds a column. `actions` renders the actions on a package.
 */
export function packageColumns(
  t: Translations<typeof packageText>,
  { maxUsed, mixed, actions }: { maxUsed: number; mixed: boolean; actions: (of: OtaPackage) => ReactNode },
): Column<OtaPackage>[] {
  return [
    { id: 'otaVersion', header: t.version, sortable: true, cell: (one) => <PackageLink of={one} />, skeleton: 48 },
    ...(mixed ? [aidColumn(t)] : []),
    { id: 'label', header: t.label, sortable: true, cell: (one) => <Tag>{one.label}</Tag>, skeleton: 56 },
    { id: 'loadLength', header: t.size, sortable: true, align: 'end', cell: (one) => formatNumber(one.loadLength), skeleton: 48 },
    { id: 'hash', header: t.hash, cell: (one) => <Hash sha256={one.loadSha256} /> },
    { id: 'builtAt', header: t.builtAt, sortable: true, cell: (one) => <Time at={one.builtAt} />, skeleton: 110 },
    { id: 'createdAt', header: t.createdAt, sortable: true, cell: (one) => <Time at={one.createdAt} />, skeleton: 110 },
    {
      id: 'using',
      header: t.using,
      cell: (one) => (
        <span className={css.use}>
          <span>{formatNumber(one.simsUsing)}</span>
          {one.simsUsing > 0 && (
            <span className={css.useBar}>
              <RatioBar label={t.using} parts={[{ name: t.using, value: one.simsUsing, tone: 'ready' }]} total={maxUsed} />
            </span>
          )}
        </span>
      ),
      skeleton: 130,
    },
    { id: 'pending', header: t.pending, cell: (one) => <Pending sims={one.simsPending} /> },
    { id: 'actions', header: t.actions, align: 'end', cell: actions, skeleton: 28 },
  ]
}

const aidColumn = (t: Translations<typeof packageText>): Column<OtaPackage> => ({
  id: 'packageAID',
  header: t.packageAid,
  sortable: true,
  cell: (one) => <HexText value={one.packageAID} />,
  skeleton: 220,
})

function Hash({ sha256 }: { sha256: string }) {
  return (
    <span className={css.hash} title={sha256}>
      <HexText value={shortHash(sha256)} />
    </span>
  )
}
