import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { maxUnconfirmedSims, putBulkOta } from '@simdeck/contract/bulk-ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { call } from '../../../session/api/api.ts'
import { MayButton } from '../../../session/MayButton.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { digitsIn, formatNumber } from '../../../ui/words/numbers.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useNow } from '../../../ui/words/clock.ts'
import { useText } from '../../../ui/words/text.ts'
import type { Translations } from '../../../ui/words/text.ts'
import { browserZone, useZone } from '../../../ui/words/zone.ts'
import { approvalText } from '../../approval/approval-text.ts'
import { AskApproval } from '../../approval/AskApproval.tsx'
import { useApprovalFrom } from '../../approval/use-approval.ts'
import { isAnswered } from '../../lost-answer.ts'
import { octetsOf } from '../../pace/limits-draft.ts'
import { SaveTemplate } from '../../templates/SaveTemplate.tsx'
import { consoleKinds } from '../../kinds/kinds.ts'
import { ComparedParameters } from './ComparedParameters.tsx'
import { ConfirmRail } from './ConfirmRail.tsx'
import { ExcludedSims } from './ExcludedSims.tsx'
import { FailedBefore } from './FailedBefore.tsx'
import { GoingExtra, namedApplets } from './GoingExtra.tsx'
import { Losses, losingSims } from './Losses.tsx'
import { LostStart, mistakesText, StartFailure } from './StartFailure.tsx'
import { usePreparation } from '../use-preparation.ts'
import type { Choice, Preparation } from '../use-preparation.ts'
import type { UnansweredStart } from '../unanswered-start.ts'
import { isAboutLibrary } from '../wizard-draft.ts'
import type { Draft } from '../wizard-draft.ts'
import { wizardText } from '../wizard-text.tsx'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import { forMessages, newRollout, rolloutOf, rolloutProblem, waveSizes } from '../rollout/rollout-draft.ts'
import type { RolloutDraft } from '../rollout/rollout-draft.ts'
import type { StartDraft } from '../rollout/start-draft.ts'
import { problemWords, rolloutText } from '../rollout/rollout-text.ts'
import { RolloutSection } from '../rollout/RolloutSection.tsx'
import { DryRunDialog } from '../../dry-run/DryRunDialog.tsx'
import { isBySms } from '../../kinds/script-draft.ts'
import { WakeOption } from '../../wakes/WakeOption.tsx'
import { EffectSummary, useProposedName } from './EffectSummary.tsx'
import css from '../wizard.module.css'

/** Time after the last key at which another budget is checked. */
const budgetWaitMs = 600

interface StepProps {
  draft: Draft
  choice: Choice
  attempt: number
  start: StartDraft
  onStart: (start: StartDraft) => void
  /** Reports that SIMs that were set aside are taken back. */
  onTakenBack: () => void
  /** Name of the campaign that the user entered; null for the proposed one. */
  name: string | null
  onName: (name: string) => void
  /** The earlier start without an answer, or the one that runs. */
  unanswered: UnansweredStart | null
  onUnanswered: Dispatch<SetStateAction<UnansweredStart | null>>
  onBack: () => void
  onStarted: (campaign: Campaign) => void
}

/** Step 3: effects by number of SIMs, excluded SIMs with reasons, estimated data, and the button that starts the campaign. */
export function ConfirmStep(props: StepProps) {
  const { draft, choice, attempt, onTakenBack, name, onName, unanswered, onUnanswered, onBack, onStarted } = props
  const { rollout: changedRollout, note, seed } = props.start
  const wakes = props.start.wakes && !isBySms(draft)
  const change = (changed: Partial<StartDraft>) => props.onStart({ ...props.start, ...changed })
  const t = useText(wizardText)
  const { ask } = useText(approvalText)
  const proposedName = useProposedName(draft)
  const library = isAboutLibrary(draft)
  const request = { kind: draft.action, ...consoleKinds[draft.action].parameters(draft) }
  const typedBudget = changedRollout?.limits.octetsPerSim ?? ''
  const [budget] = useDebouncedValue(typedBudget, budgetWaitMs)
  const [listing, setListing] = useState(false)
  const [listed, setListed] = useState<RolloutInput>()
  const prepared = usePreparation(attempt, choice, request, { octetsPerSim: octetsOf('octetsPerSim', budget), rollout: listed })
  const isStale = prepared.isPlaceholderData || budget !== typedBudget
  const campaignName = name ?? proposedName
  const nameWrong = campaignName.trim() === '' || campaignName.trim().length > 100
  const [typed, setTyped] = useState('')
  const [consent, setConsent] = useState(false)
  const timeZone = useZone() ?? browserZone()
  const nowMs = useNow()
  const rolloutWords = useText(rolloutText)
  const start = useMutation({
    mutationFn: ({ snapshotId, dryRun }: Preparation) =>
      call(putBulkOta, {
        body: {
          snapshotId,
          ...request,
          ...namedApplets(dryRun),
          name: campaignName.trim(),
          confirmedCount: dryRun.eligible,
          removalConsent: consent,
          rollout: rolloutOf(rollout, { seed, timeZone }),
          wakeSims: wakes,
          approvalNote: note,
        },
      }),
    retry: false,
    onMutate: () => onUnanswered((before) => before ?? { name: campaignName.trim(), since: Date.now(), lost: false }),
    onError: (error) => onUnanswered((before) => (isAnswered(error) && !before?.lost ? null : before && { ...before, lost: true })),
    onSuccess: onStarted,
  })
  const dryRun = prepared.data?.dryRun
  const eligible = dryRun?.eligible ?? 0
  const chosenRollout = changedRollout ?? newRollout(eligible)
  const planned: RolloutDraft = eligible > 1 ? chosenRollout : { ...chosenRollout, mode: 'all' }
  const rollout = isBySms(draft) ? forMessages(planned) : planned
  const approvalFrom = useApprovalFrom(eligible)
  const requiresCount = eligible > maxUnconfirmedSims
  const count = formatNumber(eligible)
  const countMatches = digitsIn(typed) === String(eligible)
  const findHindrance = (): string | null => {
    if (!dryRun) return null
    if (isStale) return t.checking
    if (eligible === 0) return t.noneSentence
    if (nameWrong) return t.nameWrong
    const problem = rolloutProblem(rollout, nowMs)
    if (problem) return rolloutWords[problemWords[problem]]
    if (losingSims(dryRun) > 0 && !consent) return library ? t.consentLibraryMissing : t.consentMissing
    if (!requiresCount || countMatches) return null
    return typed === '' ? t.countMissing(count) : t.countWrong(count)
  }
  const hindrance = findHindrance()
  return (
    <>
      <div className={css.body} aria-busy={prepared.isPending}>
        {prepared.isError && <ErrorState message={mistakesText(prepared.error)} onRetry={() => void prepared.refetch()} />}
        {prepared.isPending && (
          <div className={css.pane} role="status">
            <p>{t.checking}</p>
            <Skeleton width={420} />
          </div>
        )}
        {prepared.data && (
          <div className={css.confirm}>
            <div>
              {'failedOf' in choice && <FailedBefore failedOf={choice.failedOf} dryRun={prepared.data.dryRun} onTakenBack={onTakenBack} />}
              <EffectSummary
                draft={draft}
                dryRun={prepared.data.dryRun}
                chosen={!('filter' in choice)}
                onList={() => {
                  setListed(rolloutProblem(rollout, nowMs) ? undefined : listedRollout(rolloutOf(rollout, { seed, timeZone })))
                  setListing(true)
                }}
              />
              <Losses
                dryRun={prepared.data.dryRun}
                replacement={draft.package ? t.labelled(proposedName, draft.package.label) : proposedName}
                library={library}
                consent={consent}
                onConsent={setConsent}
              />
              <GoingExtra dryRun={prepared.data.dryRun} />
              {eligible > 0 && <ComparedParameters draft={draft} snapshotId={prepared.data.snapshotId} />}
              {(eligible > 0 || changedRollout) && (
                <RolloutSection
                  dryRun={prepared.data.dryRun}
                  draft={rollout}
                  onChange={(changed) => change({ rollout: changed })}
                  timeZone={timeZone}
                  bySms={isBySms(draft)}
                >
                  {!isBySms(draft) && (
                    <WakeOption
                      snapshotId={isStale ? null : prepared.data.snapshotId}
                      checked={wakes}
                      onChange={(checked) => change({ wakes: checked })}
                    />
                  )}
                </RolloutSection>
              )}
              <ExcludedSims excluded={prepared.data.dryRun.excluded} />
              <div className={css.name}>
                <TextInput
                  size="md"
                  label={t.name}
                  description={t.nameNote}
                  value={campaignName}
                  error={nameWrong ? t.nameWrong : null}
                  onChange={(event) => onName(event.currentTarget.value)}
                />
                {approvalFrom !== null && <AskApproval from={approvalFrom} note={note} onNote={(typed) => change({ note: typed })} />}
              </div>
              <div className={css.restore}>
                <SaveTemplate
                  name={campaignName}
                  disabled={rolloutProblem(rollout, nowMs) !== null}
                  load={() => ({ ...request, rollout: rolloutOf(rollout, { seed, timeZone }) ?? null, wakeSims: wakes })}
                />
              </div>
            </div>
            <ConfirmRail draft={draft} prepared={prepared.data} rollout={rollout} />
          </div>
        )}
        {listing && prepared.data && (
          <DryRunDialog snapshotId={prepared.isPlaceholderData ? null : prepared.data.snapshotId} onClose={() => setListing(false)} />
        )}
      </div>
      {start.isError && isAnswered(start.error) && (
        <div className={css.failure}>
          <StartFailure error={start.error} />
        </div>
      )}
      {unanswered?.lost && (
        <div className={css.failure}>
          <LostStart start={unanswered} />
        </div>
      )}
      <WizardFoot onBack={onBack} note={t.canChange} disabledReason={hindrance}>
        {prepared.data && requiresCount && (
          <TextInput
            classNames={{ root: css.typedCount, label: css.typedCountLabel }}
            label={t.typeCount}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={typed !== '' && !countMatches}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <MayButton
          permission="OTA_CREATE"
          variant="primary"
          busy={start.isPending}
          disabled={!prepared.data || hindrance !== null}
          onClick={() => prepared.data && start.mutate(prepared.data)}
        >
          {approvalFrom !== null ? ask(count) : prepared.data ? startLabel(rollout, eligible, t) : t.startWhenReady}
        </MayButton>
      </WizardFoot>
    </>
  )
}

/** The part of a rollout that determines the wave of each SIM. A rollout without waves needs none. */
function listedRollout(rollout: RolloutInput | undefined): RolloutInput | undefined {
  if (!rollout?.waves?.length) return undefined
  const { waves, seed, pollsAgain, next } = rollout
  return { waves, seed, pollsAgain, next }
}

function startLabel(rollout: RolloutDraft, sims: number, t: Translations<typeof wizardText>): string {
  if (rollout.scheduled) return t.scheduleStart(formatNumber(sims))
  const [first = sims] = waveSizes(rollout, sims)
  return first < sims ? t.startWave(formatNumber(first), formatNumber(sims)) : t.start(formatNumber(sims))
}
