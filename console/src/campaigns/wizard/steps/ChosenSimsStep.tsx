import {
  type DifferenceKind,
  differenceKinds,
  type DriftChoice,
  getDriftExtras,
  getDriftFigures,
  getDriftRemedies,
} from '@simdeck/contract/drift.ts'
import { getSim } from '@simdeck/contract/sims.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../../../session/api/failure.ts'
import { queryOf } from '../../../session/api/query.ts'
import { Button, TextButton } from '../../../ui/form/Button.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useText } from '../../../ui/words/text.ts'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import { failedSimsQuery } from '../../again/failed-sims.ts'
import { SimLinks } from '../../SimLinks.tsx'
import { useGroupWithoutApplet } from '../use-handed-draft.ts'
import { selectionSnapshot } from '../use-preparation.ts'
import type { FailedOf, HandedOver } from '../wizard-draft.ts'
import { wizardText } from '../wizard-text.tsx'
import css from '../wizard.module.css'
import { differingText } from './differing-text.ts'

interface ChosenSimsProps {
  sims: HandedOver
  onFilter: () => void
  onNext: () => void
}

/**
 * Step 1 for SIMs that another screen handed over: those selected in the SIM list, the SIM of a detail page, the SIMs that a campaign left
 * without their applet, those that failed in one, or those whose cards differ.
 */
export function ChosenSimsStep({ sims, ...step }: ChosenSimsProps) {
  if ('simIds' in sims) return <ByIds ids={sims.simIds} {...step} />
  if ('failedOf' in sims) return <FailedBefore failedOf={sims.failedOf} {...step} />
  if ('drift' in sims) return <Differing choice={sims.drift} {...step} />
  return 'selectionId' in sims ? <BySelection id={sims.selectionId} {...step} /> : <GroupWithoutApplet sims={sims} {...step} />
}

type StepProps = Omit<ChosenSimsProps, 'sims'>
const maxNamed = 20

function ByIds({ ids, ...step }: StepProps & { ids: readonly number[] }) {
  const t = useText(wizardText)
  const named = useQueries({
    queries: ids.slice(0, maxNamed).map((id) => ({
      ...queryOf(getSim, { params: { id } }),
    })),
  })
  const sims = named.flatMap(({ data }) => (data ? [data] : []))
  return (
    <Chosen count={ids.length} explanation={t.chosenWords} {...step}>
      <SimLinks sims={sims} count={ids.length} newTab />
    </Chosen>
  )
}

function GroupWithoutApplet({ sims, ...step }: StepProps & { sims: HandedOver }) {
  const t = useText(wizardText)
  const { found, error, refetch } = useGroupWithoutApplet(sims)
  if (error) return <LoadError message={failureText(error)} onRetry={() => void refetch()} {...step} />
  return <Chosen count={found === null ? 0 : found?.count} explanation={found === null ? t.noneWithout : t.withoutWords} {...step} />
}

function FailedBefore({ failedOf: { campaignId, causes }, ...step }: StepProps & { failedOf: FailedOf }) {
  const t = useText(wizardText)
  const { data, error, refetch } = useQuery(failedSimsQuery(campaignId, causes))
  if (error) return <LoadError message={failureText(error)} onRetry={() => void refetch()} {...step} />
  return <Chosen count={data?.total} explanation={data?.total === 0 ? t.noneFailed : t.failedWords} {...step} />
}

function Differing({ choice, ...step }: StepProps & { choice: DriftChoice }) {
  const t = useText(differingText)
  const ofRemedy = useQuery({
    ...queryOf(getDriftRemedies, { query: { group: choice.remedy ?? '', ...(choice.kind && { kind: choice.kind }) } }),
    enabled: choice.remedy !== undefined,
  })
  const ofExtra = useQuery({
    ...queryOf(getDriftExtras, { query: choice.extra === undefined ? {} : { extra: choice.extra } }),
    enabled: choice.extra !== undefined,
  })
  const ofKinds = useQuery({ ...queryOf(getDriftFigures, {}), enabled: choice.remedy === undefined && choice.extra === undefined })
  const { error, refetch } = choice.extra !== undefined ? ofExtra : choice.remedy === undefined ? ofKinds : ofRemedy
  if (error) return <LoadError message={failureText(error)} onRetry={() => void refetch()} {...step} />
  const kinds: readonly DifferenceKind[] = choice.kind ? [choice.kind] : differenceKinds
  const count =
    choice.extra !== undefined
      ? ofExtra.data && (ofExtra.data[0]?.count ?? 0)
      : choice.remedy === undefined
        ? ofKinds.data && kinds.reduce((sum, kind) => sum + ofKinds.data.kinds[kind], 0)
        : ofRemedy.data && (ofRemedy.data[0]?.count ?? 0)
  return <Chosen count={count} explanation={count === 0 ? t.none : t.words} {...step} />
}

function LoadError({ message, onRetry, onFilter }: StepProps & { message: string; onRetry: () => void }) {
  const t = useText(wizardText)
  return (
    <>
      <ErrorState message={message} onRetry={onRetry} />
      <WizardFoot>
        <Button onClick={onFilter}>{t.chooseByFilter}</Button>
      </WizardFoot>
    </>
  )
}

function BySelection({ id, ...step }: StepProps & { id: number }) {
  const t = useText(wizardText)
  const { data, error, refetch } = useQuery(selectionSnapshot(id))
  if (error) return <LoadError message={failureText(error)} onRetry={() => void refetch()} {...step} />
  return <Chosen count={data?.total} explanation={t.frozenWords} {...step} />
}

interface ChosenProps extends StepProps {
  /** Number of SIMs; undefined until known. */
  count: number | undefined
  explanation: string
  children?: ReactNode
}

function Chosen({ count, explanation, children, onFilter, onNext }: ChosenProps) {
  const t = useText(wizardText)
  return (
    <>
      <div className={css.body} aria-busy={count === undefined}>
        <div className={css.pane}>
          <p className={css.chosen}>{count === undefined ? <Skeleton width={160} /> : <b>{t.chosen(formatNumber(count))}</b>}</p>
          <p className={css.undo}>{explanation}</p>
          {children}
          <p>
            <TextButton onClick={onFilter}>{t.chooseByFilter}</TextButton>
          </p>
        </div>
      </div>
      <WizardFoot>
        <Button variant="primary" disabled={!count} onClick={onNext}>
          {count === undefined ? t.next : t.nextWith(formatNumber(count))}
        </Button>
      </WizardFoot>
    </>
  )
}
