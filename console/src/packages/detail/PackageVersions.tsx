import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { Link } from '@tanstack/react-router'
import { Section } from '../../ui/frame/Page.tsx'
import { Tag } from '../../ui/value/Bits.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { simsOf } from '../edit/package-keys.ts'
import { PackageLink } from '../package-columns.tsx'
import { usePackagesOf } from '../package-queries.ts'
import { packageText } from '../package-text.ts'
import css from '../packages.module.css'
import { packageDetailText } from './detail-text.ts'

/** Numbers of the SIMs that hold the packages of an AID, by version. Each number links to the SIM list. */
export function PackageVersions({ of }: { of: OtaPackage }) {
  const t = useText(packageDetailText)
  const { data } = usePackagesOf(of.packageAID, true)
  return (
    <Section title={t.versions}>
      <ul className={css.rows}>
        {(data?.data ?? [of]).map((one) => (
          <li key={one.id} className={css.version}>
            <span>{one.id === of.id ? <b aria-label={`${one.otaVersion} ${t.this}`}>{one.otaVersion}</b> : <PackageLink of={one} />}</span>
            <span>
              <Tag>{one.label}</Tag>
            </span>
            <SimsUsing of={one} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Number of SIMs that hold a package, as a link to them in the SIM list. */
export function SimsUsing({ of }: { of: OtaPackage }) {
  const t = useText(packageText)
  const search = of.simsUsing > 0 ? simsOf(of) : null
  const words = t.sims(formatNumber(of.simsUsing))
  return search ? (
    <Link to="/" search={search}>
      {words}
    </Link>
  ) : (
    <span>{words}</span>
  )
}
