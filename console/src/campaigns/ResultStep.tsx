import { getCampaign } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../session/api.ts'
import { useWatchedCampaigns } from '../session/watched-sims.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { formatNumber } from '../ui/numbers.ts'
import { useText } from '../ui/text.ts'
import { CampaignFailures } from './CampaignFailures.tsx'
import { CampaignFigures } from './CampaignFigures.tsx'
import { wizardText } from './wizard-text.tsx'
import { WizardFoot } from '../ui/WizardFoot.tsx'
import css from './wizard.module.css'

/** Step 4: the campaign that was started, live. */
export function ResultStep({ started, onAgain }: { started: Campaign; onAgain: () => void }) {
  const t = useText(wizardText)
  const { data } = useQuery({
    queryKey: ['campaign', started.id],
    queryFn: ({ signal }) => call(getCampaign, { params: { id: started.id }, signal }),
    initialData: started,
  })
  useWatchedCampaigns([started.id])
  return (
    <>
      <div className={css.body}>
        <div className={css.started} role="status">
          <h2>{t.started(formatNumber(started.total))}</h2>
          {data.state === 'running' && <p>{t.startedWords}</p>}
        </div>
        <CampaignFigures campaign={data} />
        <CampaignFailures campaign={data} />
      </div>
      <WizardFoot>
        <Button onClick={onAgain}>{t.again}</Button>
        <LinkButton variant="primary" to="/otas/campaigns/$id" params={{ id: String(started.id) }}>
          {t.toCampaign}
        </LinkButton>
      </WizardFoot>
    </>
  )
}
