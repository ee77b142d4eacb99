import type { Language } from '@simdeck/contract/languages.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import { otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import { Link } from '@tanstack/react-router'
import { Tag } from '../../ui/value/Bits.tsx'
import { Copyable } from '../../ui/value/Copyable.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import type { Fact } from '../../ui/frame/Page.tsx'
import { useLanguage } from '../../ui/words/language.ts'
import { useText } from '../../ui/words/text.ts'
import type { Translations } from '../../ui/words/text.ts'
import { Time } from '../../ui/value/Time.tsx'
import { actionOfCampaign } from '../action-name.ts'
import { useApprovalFacts } from '../approval/approval-facts.tsx'
import { campaignText } from '../campaign-text.ts'
import { ChangeLimits } from '../pace/ChangeLimits.tsx'
import { useLimitFacts } from '../pace/limit-facts.ts'
import { usePackageName } from '../package-name.ts'
import { useRolloutFacts } from '../waves/rollout-facts.tsx'
import css from '../campaign.module.css'

/** Facts of a campaign: its targets, its creator and its times. */
export function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const t = useText(campaignText)
  const packageName = usePackageName()
  const language = useLanguage()
  const { package: key, appletType, total, excluded } = campaign
  const id = String(campaign.id)
  const rolloutFacts = useRolloutFacts(campaign)
  const limitFacts = useLimitFacts(campaign)
  const approvalFacts = useApprovalFacts(campaign)
  const facts: Fact[] = [
    {
      name: t.id,
      value: (
        <Copyable value={id} name={t.id}>
          #{id}
        </Copyable>
      ),
    },
    ...(campaign.rollbackOf === null
      ? []
      : [
          {
            name: t.rollbackOf,
            value: (
              <Link to="/otas/campaigns/$id" params={{ id: String(campaign.rollbackOf) }}>
                #{campaign.rollbackOf}
              </Link>
            ),
          },
        ]),
    { name: t.action, value: actionOfCampaign(campaign, language) },
    ...(key
      ? [
          {
            name: t.package,
            // Another package may have the key of a deleted one.
            value: key.deleted ? (
              <>
                {packageName(key)} {key.otaVersion} <Tag>{t.packageDeleted}</Tag>
              </>
            ) : (
              <Link
                to="/otas/package/detail/$packageAID/$otaVersion/$label"
                params={{ packageAID: key.packageAID, otaVersion: key.otaVersion, label: key.label }}
              >
                {packageName(key)} {key.otaVersion}
              </Link>
            ),
          },
          { name: t.label, value: <Tag>{key.label}</Tag> },
        ]
      : appletType === null || campaign.rollbackOf !== null
        ? []
        : [{ name: t.otherApplet, value: appletType === appletTypes.poller ? t.pollerStandby : t.otherApplet }]),
    {
      name: t.targets,
      value: (
        <>
          {t.sims(formatNumber(total))}
          {excluded > 0 && <span className={css.of}>{t.excludedCount(formatNumber(excluded))}</span>}
        </>
      ),
    },
    ...rolloutFacts,
    ...limitFacts,
    { name: campaign.rollout?.startAt ? t.created : t.began, value: <Time at={campaign.createdAt} /> },
    { name: t.ended, value: <Time at={campaign.finishedAt} /> },
    { name: t.createdBy, value: campaign.createdBy },
    ...approvalFacts,
  ]
  return (
    <>
      <Section title={t.facts} end={<ChangeLimits campaign={campaign} />}>
        <Facts facts={facts} end />
      </Section>
      {!isRolledBack(campaign) && (
        <Section title={t.undo}>
          <p className={css.undo}>
            {campaign.state === 'running' && t.undoReady}
            {undoText(campaign, t, language)}
          </p>
        </Section>
      )}
    </>
  )
}

/** True from the start of a rollback on, unless it ended before it had restored all SIMs. */
const isRolledBack = ({ rolledBackBy }: Campaign): boolean =>
  rolledBackBy !== null && rolledBackBy.left === 0 && rolledBackBy.state !== 'stopped' && rolledBackBy.state !== 'completedWithFailures'

function undoText({ action, appletType, library }: Campaign, t: Translations<typeof campaignText>, language: Language): string {
  const kind = otaKind(action)
  if (kind.worksOn === 'card') return kind.words.undo[language]
  if (appletType === appletTypes.poller) return t.undoPoller
  if (!library) return t.undoWords
  return action === 'install' ? t.undoLibrary : t.undoLibraryRemoval
}
