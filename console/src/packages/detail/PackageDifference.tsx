import type { OtaPackage } from '@simdeck/contract/packages.ts'
import clsx from 'clsx'
import { Section } from '../../ui/frame/Page.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import type { Translations } from '../../ui/words/text.ts'
import { nameOf } from '../edit/package-keys.ts'
import { PackageLink } from '../package-columns.tsx'
import { usePackagesOf } from '../package-queries.ts'
import { packageText } from '../package-text.ts'
import css from '../packages.module.css'
import { differences, packageBefore } from './compare-packages.ts'
import type { Difference } from './compare-packages.ts'
import { packageDetailText } from './detail-text.ts'
import { componentName } from './PackageComponents.tsx'

/** Differences of the contents of a package to the version before. */
export function PackageDifference({ of }: { of: OtaPackage }) {
  const t = useText(packageDetailText)
  const { data } = usePackagesOf(of.packageAID, true)
  const before = data ? packageBefore(of, data.data) : undefined
  if (before === undefined) return null
  const found = before ? differences(before, of) : []
  return (
    <Section title={t.difference} note={before && t.against(nameOf(before))} end={before && <PackageLink of={before} />}>
      {found.length === 0 ? <p className={clsx(css.notes, css.grey)}>{before ? t.same : t.noneBefore}</p> : <Differences found={found} />}
    </Section>
  )
}

function Differences({ found }: { found: readonly Difference[] }) {
  const t = useText(packageDetailText)
  const texts = useText(packageText)
  return (
    <table className={css.sizes}>
      <thead>
        <tr>
          <th scope="col">{t.what}</th>
          <th scope="col" className={css.number}>
            {t.before}
          </th>
          <th scope="col" className={css.number}>
            {t.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {found.map((one) => (
          <tr key={`${one.kind} ${one.name}`}>
            <th scope="row">
              {one.kind === 'size' ? texts.loadSize : one.kind === 'component' ? componentName(one.name, t) : t[one.kind](one.name)}
            </th>
            <td className={css.number}>{valueOf(one, one.before, t)}</td>
            <td className={css.number}>{valueOf(one, one.after, t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function valueOf({ kind }: Difference, value: Difference['before'], t: Translations<typeof packageDetailText>): string {
  if (value === null) return t.absent
  if (kind === 'applet') return t.present
  return typeof value === 'number' ? formatNumber(value) : value
}
