import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useMe } from '../session/use-me.ts'
import { DisabledReason } from '../ui/feedback/DisabledReason.tsx'
import { LinkButton } from '../ui/form/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { useApplication } from '../ui/frame/application.ts'
import { Page } from '../ui/frame/Page.tsx'
import { useText } from '../ui/words/text.ts'
import { settingsPagesWith, settingsPageText } from './settings-pages.ts'
import type { SettingsPageEntry } from './settings-pages.ts'
import css from './settings.module.css'
import { settingsText } from './settings-text.ts'

const useAllPages = (): readonly SettingsPageEntry[] => settingsPagesWith(useApplication((application) => application.features))

/** Settings pages that the user may use. */
export function useSettingsPages(): readonly SettingsPageEntry[] {
  const held = useMe().role.permissions.map(({ permission }) => permission.name)
  return useAllPages().filter(({ needs }) => held.includes(needs))
}

/** Layout of the settings: the list of pages, and the open page. A page that the user may not use shows the reason instead. */
export function SettingsFrame({ open, children }: { open?: SettingsPageEntry['to']; children: ReactNode }) {
  const t = useText(settingsText)
  const names = useText(settingsPageText)
  const pages = useAllPages()
  const usable = useSettingsPages()
  const mayUse = ({ to }: SettingsPageEntry): boolean => usable.some((page) => page.to === to)
  const current = pages.find(({ to }) => to === open)
  const side = useRef<HTMLElement>(null)
  // On a narrow screen the names of the pages are in one line that scrolls.
  useEffect(() => {
    side.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  return (
    <Page title={current ? `${names[current.words]} · ${t.settings}` : t.settings} heading={t.settings}>
      <div className={css.columns}>
        <nav ref={side} className={css.side} aria-label={t.settings}>
          {pages.map((page) =>
            mayUse(page) ? (
              <Link key={page.to} to={page.to} className={css.sideLink} aria-current={page.to === open ? 'page' : undefined}>
                {names[page.words]}
              </Link>
            ) : (
              <DisabledReason key={page.to} reason={t.mayNot}>
                <span className={css.sideLink} aria-disabled="true">
                  {names[page.words]}
                </span>
              </DisabledReason>
            ),
          )}
        </nav>
        <div className={css.content}>
          {current && !mayUse(current) ? (
            <EmptyState title={t.mayNot} actions={<LinkButton to="/personal/setting">{t.personal}</LinkButton>}>
              {t.mayNoneWords}
            </EmptyState>
          ) : (
            children
          )}
        </div>
      </div>
    </Page>
  )
}
