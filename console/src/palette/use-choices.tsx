import { shortened } from '@simdeck/contract/sim-search.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { chooseLanguage } from '../session/api/save-settings.ts'
import { useMe } from '../session/use-me.ts'
import { useApplication } from '../ui/frame/application.ts'
import { useThemeStore } from '../ui/theme/theme-store.ts'
import { useLanguage } from '../ui/words/language.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { CampaignOption } from './CampaignOption.tsx'
import { findEntries } from './entries.ts'
import type { PaletteEntry } from './entries.ts'
import { looksLikeCampaign, useFoundCampaigns } from './found-campaigns.ts'
import { useFoundMembers } from './found-members.ts'
import { useFoundPackages } from './found-packages.ts'
import { pastedNumbers, useFoundSims } from './found-sims.ts'
import { FoundOption } from './FoundOption.tsx'
import { paletteText } from './palette-text.ts'
import { SimOption } from './SimOption.tsx'
import css from './palette.module.css'

/** An option of the list. */
export interface Choice {
  id: string
  group: 'sims' | 'campaigns' | 'packages' | 'members' | PaletteEntry['group']
  words: ReactNode
  run: () => void
}

function EntryName({ entry }: { entry: PaletteEntry }) {
  const language = useLanguage()
  return (
    <>
      {entry.name[language]}
      <span className={css.other} lang={language === 'ja' ? 'en' : 'ja'}>
        {entry.name[language === 'ja' ? 'en' : 'ja']}
      </span>
    </>
  )
}

/**
 * Options of the list: SIMs, campaigns, packages, members, pages, actions. If the text looks like the ID of a campaign, campaigns come
 * before SIMs.
 */
export function useChoices(query: string, showShortcuts: () => void): { choices: Choice[]; waiting: boolean } {
  const t = useText(paletteText)
  const navigate = useNavigate()
  const sims = useFoundSims(query)
  const campaigns = useFoundCampaigns(query)
  const packages = useFoundPackages(query)
  const members = useFoundMembers(query)
  const entries = useEntries(query, showShortcuts)
  const foundSims = sims.rows.map((sim): Choice => ({
    id: `sim-${sim.id}`,
    group: 'sims',
    words: <SimOption sim={sim} typed={query} />,
    run: () => void navigate({ to: '/sims/$id/$cid', params: { id: String(sim.id), cid: sim.iccid } }),
  }))
  const foundCampaigns = campaigns.rows.map((campaign): Choice => ({
    id: `campaign-${campaign.id}`,
    group: 'campaigns',
    words: <CampaignOption campaign={campaign} typed={query} />,
    run: () => void navigate({ to: '/otas/campaigns/$id', params: { id: String(campaign.id) } }),
  }))
  const foundPackages = packages.rows.map(({ packageAID, otaVersion, label, name }): Choice => ({
    id: `package-${packageAID}-${otaVersion}-${label}`,
    group: 'packages',
    words: <FoundOption name={`${name} ${otaVersion}`} value={`${label} · ${packageAID}`} typed={query} />,
    run: () => void navigate({ to: '/otas/package/detail/$packageAID/$otaVersion/$label', params: { packageAID, otaVersion, label } }),
  }))
  const foundMembers = members.rows.map(({ id, name, email }): Choice => ({
    id: `member-${id}`,
    group: 'members',
    words: <FoundOption name={name} value={email} typed={query} />,
    run: () => void navigate({ to: '/members', search: { email } }),
  }))
  const named = entries.map((entry): Choice => ({ id: entry.id, group: entry.group, words: <EntryName entry={entry} />, run: entry.run }))
  const pasted = pastedNumbers(query)
  const list: Choice[] =
    pasted === null
      ? []
      : [
          {
            id: 'numbers',
            group: 'sims',
            words: t.listNumbers(formatNumber(pasted)),
            run: () => void navigate({ to: '/', search: { search: shortened(query) } }),
          },
        ]
  const found = looksLikeCampaign(query) ? [...foundCampaigns, ...foundSims] : [...foundSims, ...foundCampaigns]
  return {
    choices: [...list, ...found, ...foundPackages, ...foundMembers, ...named],
    waiting: [sims, campaigns, packages, members].some(({ waiting }) => waiting),
  }
}

function useEntries(query: string, showShortcuts: () => void): PaletteEntry[] {
  const navigate = useNavigate()
  const language = useLanguage()
  const { appearance, setAppearance } = useThemeStore()
  const features = useApplication((application) => application.features)
  const held = new Set(useMe().role.permissions.map(({ permission }) => permission.name))
  return findEntries(query, {
    may: (permission) => held.has(permission),
    features,
    language,
    appearance,
    go: (path) => void navigate({ to: path }),
    setLanguage: (next) => void chooseLanguage(next),
    setAppearance,
    showShortcuts,
  })
}
