import type { Campaign } from '@simdeck/contract/ota.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Search } from '../../session/address/list-search.ts'
import { useMay } from '../../session/use-me.ts'
import { useSimSearch } from '../../sims/list/sim-list-query.ts'
import { LinkButton } from '../../ui/form/Button.tsx'
import { failureText } from '../../session/api/failure.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import type { LeaveTexts } from '../../ui/feedback/leave-guard.tsx'
import { Page } from '../../ui/frame/Page.tsx'
import { WizardBar } from '../../ui/frame/Steps.tsx'
import { useText } from '../../ui/words/text.ts'
import type { Translations } from '../../ui/words/text.ts'
import { ConfirmStep } from './confirm/ConfirmStep.tsx'
import { TrueState } from './confirm/StartFailure.tsx'
import { ChosenSimsStep } from './steps/ChosenSimsStep.tsx'
import { FilterSimsStep } from './steps/FilterSimsStep.tsx'
import { ResultStep } from './steps/ResultStep.tsx'
import { SelectAppletStep } from './steps/SelectAppletStep.tsx'
import { TemplatesButton } from '../templates/TemplatesButton.tsx'
import { templatesText } from '../templates/templates-text.ts'
import { useHanded } from './use-handed-draft.ts'
import type { Handed } from './use-handed-draft.ts'
import type { UnansweredStart } from './unanswered-start.ts'
import { newStart } from './rollout/start-draft.ts'
import { useWizardSteps } from './use-wizard-steps.ts'
import { handedOver, newDraft, packageOf } from './wizard-draft.ts'
import type { Draft } from './wizard-draft.ts'
import { wizardText } from './wizard-text.tsx'
import css from './wizard.module.css'

const wizardPath = '/otas/execute'

/** Screen of the bulk OTA wizard. Users without the permission see the reason instead. */
export function OtaWizardPage() {
  const t = useText(wizardText)
  const { restore, group, failedOf, causes, copyOf, template, drift, remedy, extra, lines }: Search = useSearch({ strict: false })
  // A campaign’s result may link to this wizard for other SIMs. The key makes the wizard start afresh for them.
  if (useMay('OTA_CREATE'))
    return <Wizard key={JSON.stringify([restore, group, failedOf, causes, copyOf, template, drift, remedy, extra, lines])} />
  return (
    <Page title={t.title} crumbs={[{ words: t.ota, link: { to: '/otas' } }]}>
      <EmptyState title={t.mayNot} actions={<LinkButton to="/otas/campaigns">{t.toCampaigns}</LinkButton>}>
        {t.mayNotWords}
      </EmptyState>
    </Page>
  )
}

/**
 * Steps of the wizard: filter SIMs, select applets, confirm, result. The SIMs and the step are in the address. All other input is lost
 * when the page is left.
 */
function Wizard() {
  const t = useText(wizardText)
  const templates = useText(templatesText)
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const { filters } = useSimSearch()
  const [draft, setDraft] = useState(() => newDraft(search))
  const [name, setName] = useState<string | null>(null)
  const [start, setStart] = useState(() => newStart())
  const [started, setStarted] = useState<Campaign | null>(null)
  const [unanswered, setUnanswered] = useState<UnansweredStart | null>(null)
  const steps = useWizardSteps()
  // A start that is on its way needs the confirmation, which tells its answer.
  const step = started ? 3 : unanswered && !unanswered.lost ? 2 : steps.step
  const { handed, error } = useHanded(search)
  const handedSims = handedOver(search)
  const choice = handedSims ?? { filter: filters }
  const [all, setAll] = useState(false)
  const [taken, setTaken] = useState<Handed | null>(null)
  if (handed && !taken) {
    setTaken(handed)
    setStart(newStart(handed))
    if (!draft.package) {
      setDraft(handed.draft)
      setName(handed.name !== null && search['failedOf'] ? t.repeated(handed.name) : handed.name)
      if (handedSims && handed.whole) steps.begin(2)
      else if (handedSims && handed.gone) steps.begin(1)
    }
  }

  const begun = !started && (step > 0 || draft.package !== null)
  const leaveGuard = useLeaveGuard(begun, leaveTexts(unanswered, t), unanswered ? isCampaignPath : undefined)
  const { goTo } = steps
  const restart = (): void => {
    setStarted(null)
    setDraft(newDraft({}))
    setName(null)
    setStart(newStart())
    setAll(false)
    steps.begin(0)
    void navigate({ to: wizardPath, search: {} })
  }
  const choose = (next: Draft): void => {
    setDraft(next)
    steps.reach(1)
  }
  const names = [t.filterSims, t.selectApplets, t.confirm, t.result]
  return (
    <Page
      title={t.title}
      crumbs={[
        { words: t.ota, link: { to: '/otas' } },
        { words: t.toCampaigns, link: { to: '/otas/campaigns' } },
      ]}
      fit={step === 0 && !handedSims}
      actions={
        <>
          {step < 2 && <TemplatesButton words={templates.from} search={{ ...search, page: undefined, at: undefined }} />}
          <LinkButton variant="ghost" to="/otas/campaigns">
            {t.close}
          </LinkButton>
        </>
      }
    >
      <WizardBar label={t.steps} steps={names} current={step} onBack={started ? undefined : goTo} />
      {error && !started && (
        <div className={css.without}>
          <ErrorNote message={failureText(error)} />
        </div>
      )}
      {step === 1 && taken?.gone && packageOf(draft) === null && (
        <div className={css.without}>
          <Note>{t.gone(`${taken.gone.name} ${taken.gone.otaVersion}`, taken.gone.label)}</Note>
        </div>
      )}
      {step === 0 && handedSims && (
        <ChosenSimsStep sims={handedSims} onFilter={() => void navigate({ to: wizardPath, search: {} })} onNext={() => goTo(1)} />
      )}
      {step === 0 && !handedSims && <FilterSimsStep all={all} onAll={setAll} onNext={() => goTo(1)} />}
      {step === 1 && <SelectAppletStep draft={draft} choice={choice} onChange={choose} onBack={() => goTo(0)} onNext={() => goTo(2)} />}
      {step === 2 && (
        <ConfirmStep
          draft={draft}
          choice={choice}
          attempt={steps.attempt}
          start={start}
          onStart={setStart}
          onTakenBack={steps.repeat}
          name={name}
          onName={setName}
          unanswered={unanswered}
          onUnanswered={setUnanswered}
          onBack={() => goTo(1)}
          onStarted={(campaign) => {
            setStarted(campaign)
            setUnanswered(null)
            steps.end()
          }}
        />
      )}
      {step === 3 && started && <ResultStep started={started} onAgain={restart} />}
      {leaveGuard}
    </Page>
  )
}

/** The list of campaigns and the pages of campaigns show the true state of a start without an answer. */
const isCampaignPath = (path: string): boolean => path.startsWith('/otas/campaigns')

function leaveTexts(start: UnansweredStart | null, t: Translations<typeof wizardText>): LeaveTexts {
  if (!start) return { title: t.leaveTitle, words: t.leaveWords, act: t.leaveAct, stay: t.stay }
  const words = (
    <>
      {start.lost ? t.leaveLostWords : t.leaveStartingWords} <TrueState start={start} />
    </>
  )
  return { title: start.lost ? t.leaveLostTitle : t.leaveStartingTitle, words, act: t.leaveLostAct, stay: t.stayHere }
}
