import { getCampaign, openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../../session/api/failure.ts'
import { queryOf } from '../../../session/api/query.ts'
import { useWatchedCampaigns } from '../../../session/live/watched-sims.ts'
import { Button, LinkButton } from '../../../ui/form/Button.tsx'
import { ErrorNote } from '../../../ui/feedback/ErrorState.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import type { Translations } from '../../../ui/words/text.ts'
import { approvalText } from '../../approval/approval-text.ts'
import { CampaignFailures } from '../../diagnosis/CampaignFailures.tsx'
import { CampaignFigures } from '../../results/CampaignFigures.tsx'
import { CampaignWaves } from '../../waves/CampaignWaves.tsx'
import { PauseCampaign } from '../../detail/PauseCampaign.tsx'
import { SimsWithoutApplet } from '../../without-applet/SimsWithoutApplet.tsx'
import { wizardText } from '../wizard-text.tsx'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import css from '../wizard.module.css'

/** Interval at which the figures are loaded again, in case an event is lost. */
const figuresMs = 3000

/** Step 4: the started campaign, live until it ends. */
export function ResultStep({ started, onAgain }: { started: Campaign; onAgain: () => void }) {
  const t = useText(wizardText)
  const { asked } = useText(approvalText)
  const { data, error, refetch } = useQuery({
    ...queryOf(getCampaign, { params: { id: started.id } }),
    initialData: started,
    refetchInterval: ({ state }) => (state.data?.state === 'running' || state.data?.state === 'stopping' ? figuresMs : false),
  })
  useWatchedCampaigns([started.id])
  return (
    <>
      <div className={css.body}>
        <div className={css.started} role="status">
          <h2>{started.approval ? asked(formatNumber(started.total)) : startedText(started, t)}</h2>
          {data.state === 'running' && !data.setup && <p>{t.startedWords}</p>}
        </div>
        {error && <ErrorNote message={failureText(error)} onRetry={() => void refetch()} />}
        <CampaignFigures campaign={data} />
        <CampaignWaves campaign={data} />
        <SimsWithoutApplet campaign={data} />
        <CampaignFailures campaign={data} />
      </div>
      <WizardFoot>
        {openCampaignStates.includes(data.state) && data.state !== 'awaitingApproval' && <PauseCampaign campaign={data} />}
        <Button onClick={onAgain}>{t.again}</Button>
        <LinkButton variant="primary" to="/otas/campaigns/$id" params={{ id: String(started.id) }}>
          {t.toCampaign}
        </LinkButton>
      </WizardFoot>
    </>
  )
}

function startedText({ total, state, waves, setup }: Campaign, t: Translations<typeof wizardText>): string {
  const [first] = waves
  if (setup) return t.accepted(formatNumber(total))
  if (state === 'scheduled') return t.scheduledFor(formatNumber(total))
  return first && first.sims < total ? t.startedInWaves(formatNumber(first.sims), formatNumber(total)) : t.started(formatNumber(total))
}
