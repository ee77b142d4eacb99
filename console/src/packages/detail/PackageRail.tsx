import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { Pending } from '../package-columns.tsx'
import { packageText } from '../package-text.ts'

/** Numbers of the SIMs that use the package and of those that wait for it, and the dates of the package. */
export function PackageRail({ of }: { of: OtaPackage }) {
  const t = useText(packageText)
  return (
    <Section title={t.usage}>
      <Facts
        end
        facts={[
          { name: t.using, value: t.sims(formatNumber(of.simsUsing)) },
          { name: t.pending, value: <Pending sims={of.simsPending} /> },
          { name: t.builtAt, value: <Time at={of.builtAt} /> },
          { name: t.createdAt, value: <Time at={of.createdAt} /> },
          { name: t.updatedAt, value: <Time at={of.updatedAt} /> },
        ]}
      />
    </Section>
  )
}
