import { packageKeySchema } from '@simdeck/contract/packages.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { PackageParameters } from '../../campaigns/parameters/PackageParameters.tsx'
import { UnknownPackage } from '../UnknownPackage.tsx'
import { useMay } from '../../session/use-me.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { Tag } from '../../ui/value/Bits.tsx'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import { Columns, Page } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { PackageActions } from '../edit/PackageActions.tsx'
import { PackageByKey } from './PackageByKey.tsx'
import { PackageContents } from './PackageContents.tsx'
import { HistorySection } from '../../logs/history/HistorySection.tsx'
import { packageText } from '../package-text.ts'
import { packageTypeText } from '../package-type.ts'
import { PackageRail } from './PackageRail.tsx'
import css from '../packages.module.css'

/** Screen of one package, addressed by AID, version and label. */
export function PackageDetailPage() {
  const { packageAID, otaVersion, label } = useParams({ strict: false })
  const key = packageKeySchema.safeParse({ packageAID, otaVersion, label })
  if (!key.success) return <UnknownPackage />
  return <PackageByKey of={key.data}>{(found) => <PackagePage of={found} />}</PackageByKey>
}

function PackagePage({ of }: { of: OtaPackage }) {
  const t = useText(packageText)
  const types = useText(packageTypeText)
  const mayRun = useMay('OTA_CREATE')
  const { packageAID, otaVersion, label } = of
  const navigate = useNavigate()
  const kindOf = { to: '/otas/$packageAID', params: { packageAID: of.type === 'custom' ? packageAID : of.type } } as const
  const reason = !mayRun ? t.mayNotRun : of.applets.length === 0 && of.type === 'Poller' ? t.noApplet : null
  return (
    <Page
      title={`${of.name} ${otaVersion}`}
      crumbs={[
        { words: t.title, link: { to: '/otas' } },
        {
          words: of.type === 'custom' ? of.name : types[of.type],
          link: kindOf,
        },
      ]}
      beside={<Tag>{label}</Tag>}
      actions={
        <>
          <PackageActions
            of={of}
            size="md"
            onEdited={({ label: newLabel }) =>
              void navigate({
                to: '/otas/package/detail/$packageAID/$otaVersion/$label',
                params: { packageAID, otaVersion, label: newLabel },
                replace: true,
              })
            }
            onDeleted={() => void navigate(kindOf)}
          />
          {reason === null ? (
            <LinkButton variant="primary" to="/otas/execute" search={{ packageAID, otaVersion, label }}>
              {t.bulkOtaWith}
            </LinkButton>
          ) : (
            <DisabledReason reason={reason}>
              <Button variant="primary" disabled>
                {t.bulkOtaWith}
              </Button>
            </DisabledReason>
          )}
        </>
      }
    >
      <div className={css.rule} />
      <Columns rail={<PackageRail of={of} parameters={<PackageParameters of={of} />} />}>
        <PackageContents of={of} />
        <HistorySection subject={`package:${of.id}`} />
      </Columns>
    </Page>
  )
}
