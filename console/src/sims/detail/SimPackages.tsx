import { listSimPackages } from '@simdeck/contract/sims.ts'
import type { Sim, SimPackage } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usePackageName } from '../../campaigns/package-name.ts'
import { queryOf } from '../../session/api/query.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { simDetailText } from './sim-detail-text.ts'
import css from './sim-detail.module.css'

/** Packages that the SIM holds by its record, including libraries. A library is listed with the packages that import it. */
export function SimPackages({ sim }: { sim: Sim }) {
  const t = useText(simDetailText)
  const { data } = useQuery({
    ...queryOf(
      listSimPackages,
      { params: { id: sim.id } },
      sim.status_poller,
      sim.status_other_applet,
      sim.other_applet_name,
      sim.other_applet_version,
    ),
  })
  if (!data?.length) return null
  return (
    <Section title={t.packages}>
      <ul className={css.packages} aria-label={t.packages}>
        {data.map((one) => (
          <PackageLine key={one.packageAID} of={one} />
        ))}
      </ul>
      <p className={css.help}>{t.packagesNote}</p>
    </Section>
  )
}

function PackageLine({ of: { packageAID, otaVersion, label, name, library, importedBy } }: { of: SimPackage }) {
  const t = useText(simDetailText)
  const packageName = usePackageName()
  const importers = importedBy.map((one) => `${packageName(one)} ${one.otaVersion}`)
  return (
    <li>
      <Link to="/otas/package/detail/$packageAID/$otaVersion/$label" params={{ packageAID, otaVersion, label }}>
        {packageName({ packageAID, name })} {otaVersion}
      </Link>
      {library && <span className={css.help}> {importers.length > 0 ? t.libraryFor(importers.join(t.comma)) : t.libraryForNone}</span>}
    </li>
  )
}
