import type { OtaPackage } from '@simdeck/contract/packages.ts'
import clsx from 'clsx'
import { Copyable, HexText } from '../../ui/value/Copyable.tsx'
import { None } from '../../ui/value/None.tsx'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { Pending } from '../package-columns.tsx'
import { packageText } from '../package-text.ts'
import css from '../packages.module.css'
import { packageDetailText } from './detail-text.ts'
import { PackageVersions, SimsUsing } from './PackageVersions.tsx'

/** Right column of the page of a package: its SIMs, its dates, its notes and its default parameters. */
export function PackageRail({ of }: { of: OtaPackage }) {
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
        <Section title={texts.parameters}>
          {of.installParameters === null ? (
            <p className={clsx(css.notes, css.grey)}>{texts.noParameters}</p>
          ) : (
            <Copyable value={of.installParameters} name={texts.parameters}>
              <HexText value={of.installParameters} spaced />
            </Copyable>
          )}
        </Section>
      )}
    </>
  )
}
