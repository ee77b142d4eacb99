import type { ManagedPackageAid, OtaPackage } from '@simdeck/contract/packages.ts'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { UnknownPackage } from './UnknownPackage.tsx'
import { failureText } from '../session/api/failure.ts'
import { useMay } from '../session/use-me.ts'
import { DisabledReason } from '../ui/feedback/DisabledReason.tsx'
import { Button, LinkButton } from '../ui/form/Button.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { Page, PageTabs } from '../ui/frame/Page.tsx'
import { useText } from '../ui/words/text.ts'
import { useManagedAids } from './package-queries.ts'
import { packageText } from './package-text.ts'
import { packageKinds, packagesAt, withOpenKind } from './package-kinds.ts'
import { kindName, packageTypeText } from './package-type.ts'
import { PackageTable } from './PackageTable.tsx'
import { PackageActions } from './edit/PackageActions.tsx'
import { AddType, TypeActions } from './types/TypeActions.tsx'
import { PackageUpload } from './add/PackageUpload.tsx'

const none: readonly ManagedPackageAid[] = []
const actionsOn = (of: OtaPackage) => <PackageActions of={of} />

/** Screen of the packages of one type, with the upload of CAP files. */
export function PackageListPage() {
  const t = useText(packageText)
  const types = useText(packageTypeText)
  const { packageAID } = useParams({ strict: false })
  const { data, error, refetch } = useManagedAids()
  const all = data ?? none
  const kinds = useMemo(() => packageKinds(all), [all])
  const open = packagesAt(packageAID, kinds)
  if (data && packageAID !== undefined && !open) return <UnknownPackage />
  return (
    <Page title={t.title} actions={<ListActions />}>
      {all.length > 0 && (
        <PageTabs
          label={t.types}
          tabs={withOpenKind(open?.kind, kinds).map((kind) => ({
            words: kindName(kind, types),
            count: formatNumber(kind.packages),
            link: { to: '/otas/$packageAID', params: { packageAID: kind.address } },
            active: kind === open?.kind,
            menu: kind === open?.kind && kinds.includes(kind) && <TypeActions kind={kind} all={all} />,
          }))}
          end={<AddType />}
        />
      )}
      {error && !data ? (
        <ErrorState message={failureText(error, 'otaList')} onRetry={() => void refetch()} />
      ) : (
        <>
          <PackageUpload open={open?.aids ?? none} all={all} />
          {open && <PackageTable key={packageAID ?? ''} of={open.of} aids={open.aids} actions={actionsOn} />}
        </>
      )}
    </Page>
  )
}

function ListActions() {
  const t = useText(packageText)
  const mayRun = useMay('OTA_CREATE')
  return mayRun ? (
    <LinkButton variant="primary" to="/otas/execute">
      {t.bulkOta}
    </LinkButton>
  ) : (
    <DisabledReason reason={t.mayNotRun}>
      <Button variant="primary" disabled>
        {t.bulkOta}
      </Button>
    </DisabledReason>
  )
}
