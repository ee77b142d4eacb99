import { packageKeySchema } from '@simdeck/contract/packages.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { CompareChosenSim } from '../../campaigns/parameters/compare/CompareChosenSim.tsx'
import type { ChosenSim } from '../../campaigns/parameters/compare/CompareChosenSim.tsx'
import { checkParameters, parametersDraft, withDefaults } from '../../campaigns/parameters/draft/parameters-draft.ts'
import { ParametersEditor } from '../../campaigns/parameters/ParametersEditor.tsx'
import { parametersText } from '../../campaigns/parameters/text/parameters-text.ts'
import { useSaveDefault } from '../../campaigns/parameters/use-save-default.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { Page } from '../../ui/frame/Page.tsx'
import { Tag } from '../../ui/value/Bits.tsx'
import { useText } from '../../ui/words/text.ts'
import { packageText } from '../package-text.ts'
import css from '../packages.module.css'
import { UnknownPackage } from '../UnknownPackage.tsx'
import { packageDetailText } from './detail-text.ts'
import { PackageByKey } from './PackageByKey.tsx'

/** Screen for the default install parameters of one package. */
export function PackageParametersPage() {
  const { packageAID, otaVersion, label } = useParams({ strict: false })
  const key = packageKeySchema.safeParse({ packageAID, otaVersion, label })
  if (!key.success) return <UnknownPackage />
  // The key keeps what the user typed while the package is loaded again.
  return <PackageByKey of={key.data}>{(found) => <DefaultParameters key={found.id} of={found} />}</PackageByKey>
}

function DefaultParameters({ of }: { of: OtaPackage }) {
  const t = useText(parametersText)
  const texts = useText(packageText)
  const details = useText(packageDetailText)
  const { type, packageAID, otaVersion, label } = of
  const isLibrary = of.applets.length === 0
  const hasDefault = of.installParameters !== null || of.cardParameters !== null
  const stored = withDefaults(type, parametersDraft(type), of)
  const [changed, setChanged] = useState<typeof stored | null>(null)
  const [tried, setTried] = useState(false)
  const [sim, setSim] = useState<ChosenSim | null>(null)
  const draft = changed ?? stored
  const { encoded } = checkParameters(type, draft)
  const save = useSaveDefault(of, () => setChanged(null))
  const leaveGuard = useLeaveGuard(changed !== null && !save.isPending)
  return (
    <Page
      title={t.title}
      crumbs={[
        { words: texts.title, link: { to: '/otas' } },
        {
          words: `${of.name} ${otaVersion}`,
          link: { to: '/otas/package/detail/$packageAID/$otaVersion/$label', params: { packageAID, otaVersion, label } },
        },
      ]}
      beside={
        <>
          {of.name} {otaVersion} <Tag>{label}</Tag>
        </>
      }
      actions={
        !isLibrary && (
          <>
            <MayButton permission="OTA_UPDATE" size="md" disabled={!hasDefault || save.isPending} onClick={() => save.mutate(null)}>
              {t.removeDefault}
            </MayButton>
            <MayButton
              permission="OTA_UPDATE"
              size="md"
              variant="primary"
              busy={save.isPending}
              disabled={changed === null && hasDefault}
              onClick={() => (encoded ? save.mutate(encoded) : setTried(true))}
            >
              {t.save}
            </MayButton>
          </>
        )
      }
    >
      {isLibrary ? (
        <EmptyState title={texts.library}>{details.libraryParameters}</EmptyState>
      ) : (
        <div className={css.parameters}>
          <ParametersEditor type={type} value={draft} onChange={setChanged} tried={tried} simId={sim ? Number(sim.value) : undefined}>
            <CompareChosenSim sim={sim} onSim={setSim} chosen={of} value={draft} onChange={setChanged} />
          </ParametersEditor>
        </div>
      )}
      {leaveGuard}
    </Page>
  )
}
