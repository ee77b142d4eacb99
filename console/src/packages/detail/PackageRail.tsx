import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { None } from '../../ui/value/None.tsx'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { Pending } from '../package-columns.tsx'
import { packageText } from '../package-text.ts'
import css from '../packages.module.css'
import { packageDetailText } from './detail-text.ts'
import { keyOf } from '../edit/package-keys.ts'
import { PackageVersions, SimsUsing } from './PackageVersions.tsx'

interface PackageRailProps {
  of: OtaPackage
  /** The default parameters of the package, if it has some. */
  parameters: ReactNode
}

/** Right column of the page of a package: its SIMs, its dates, its notes and its default parameters. */
export function PackageRail({ of, parameters }: PackageRailProps) {
  const t = useText(packageText)
  const texts = useText(packageDetailText)
  return (
    <>
      <Section title={t.usage}>
        <Facts
          end
          facts={[
            { name: t.using, value: <SimsUsing of={of} /> },
            { name: t.pending, value: <Pending sims={of.simsPending} /> },
            { name: t.builtAt, value: <Time at={of.builtAt} /> },
            { name: t.createdAt, value: <Time at={of.createdAt} /> },
            { name: texts.createdBy, value: of.createdBy === null ? <None /> : <bdi>{of.createdBy}</bdi> },
            { name: t.updatedAt, value: <Time at={of.updatedAt} /> },
          ]}
        />
      </Section>
      <PackageVersions of={of} />
      <Section title={texts.notes}>
        <p className={clsx(css.notes, of.notes === '' && css.grey)}>{of.notes === '' ? texts.noNotes : of.notes}</p>
      </Section>
      {of.applets.length > 0 && (
        <Section
          title={texts.parameters}
          end={
            <Link to="/otas/package/detail/$packageAID/$otaVersion/$label/parameters" params={keyOf(of)}>
              {texts.openParameters}
            </Link>
          }
        >
          {of.installParameters === null && of.cardParameters === null ? (
            <p className={clsx(css.notes, css.grey)}>{texts.noParameters}</p>
          ) : (
            parameters
          )}
        </Section>
      )}
      {of.applets.length > 0 && (
        <Section title={texts.scripts}>
          <div className={css.lines}>
            <Link to="/otas/package/detail/$packageAID/$otaVersion/$label/remote-config" params={keyOf(of)}>
              {texts.remoteConfig}
            </Link>
            <Link to="/otas/package/detail/$packageAID/$otaVersion/$label/file-management" params={keyOf(of)}>
              {texts.fileManagement}
            </Link>
          </div>
        </Section>
      )}
    </>
  )
}
