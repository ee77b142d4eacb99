import { openCampaignStates } from '@simdeck/contract/ota.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { Section } from '../../ui/frame/Page.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import { Causes } from './Causes.tsx'
import { diagnosisText, waitingWords } from './diagnosis-text.ts'
import { useDiagnosis } from '../use-diagnosis.ts'

/** The reasons for which SIMs of a campaign are still Ready, each with the next action. */
export function WaitingSims({ campaign }: { campaign: Campaign }) {
  const t = useText(diagnosisText)
  const language = useLanguage()
  const { data } = useDiagnosis(campaign)
  if (!data || data.waiting.length === 0 || !openCampaignStates.includes(campaign.state)) return null
  return (
    <Section
      title={t.waiting}
      note={
        <>
          {t.countedAt}
          <Time at={data.at} />
        </>
      }
    >
      <Causes
        campaignId={campaign.id}
        heading={t.reason}
        tone="ready"
        causes={data.waiting.map(({ reason, sims }) => ({
          key: reason,
          code: null,
          meaning: waitingWords[reason].reason[language],
          likelyCause: null,
          nextAction: waitingWords[reason].next[language],
          sims,
          search: { waiting: reason },
          again: null,
        }))}
      />
    </Section>
  )
}
