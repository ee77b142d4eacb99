import { Popover } from '@mantine/core'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Segments } from '../ui/Bits.tsx'
import { useLanguage, useLanguageStore } from '../ui/language.ts'
import { defineText, useText } from '../ui/text.ts'
import { useThemeStore } from '../ui/theme-store.ts'
import css from './frame.module.css'

const text = defineText({
  menu: { ja: 'ユーザーメニュー', en: 'User menu' },
  language: { ja: '表示言語', en: 'Language' },
  theme: { ja: 'テーマ', en: 'Theme' },
  light: { ja: 'ライト', en: 'Light' },
  dark: { ja: 'ダーク', en: 'Dark' },
  logout: { ja: 'ログアウト', en: 'Sign out' },
})

/** 日本語 or English, each in its own words. */
export function LanguageSwitch() {
  const t = useText(text)
  return (
    <Segments
      label={t.language}
      value={useLanguage()}
      options={[
        { value: 'ja', words: '日本語', lang: 'ja' },
        { value: 'en', words: 'English', lang: 'en' },
      ]}
      onChange={useLanguageStore((state) => state.setLanguage)}
    />
  )
}

function ThemeSwitch() {
  const t = useText(text)
  const { theme, setTheme } = useThemeStore()
  return (
    <Segments
      label={t.theme}
      value={theme === 'dark' ? 'dark' : 'light'}
      options={[
        { value: 'light', words: t.light },
        { value: 'dark', words: t.dark },
      ]}
      onChange={setTheme}
    />
  )
}

export interface Person {
  name: string
  /** The role as it is called in the user's language. */
  role: string
}

type UserMenuItemProps = { icon: ReactNode; children: ReactNode } & ({ onClick: () => void } | { href: string; newTab?: boolean })

/** An entry of the user menu: an act, or an address. */
export function UserMenuItem({ icon, children, ...target }: UserMenuItemProps) {
  if ('href' in target) {
    const away = target.newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {}
    return (
      <a className={css.item} href={target.href} {...away}>
        {icon}
        {children}
      </a>
    )
  }
  return (
    <button type="button" className={css.item} onClick={target.onClick}>
      {icon}
      {children}
    </button>
  )
}

interface UserMenuProps {
  person: Person
  /** More entries, above sign-out: `UserMenuItem`s. */
  items?: ReactNode
  onLogout: () => void
}

/** Who is signed in, language, theme, sign-out. */
export function UserMenu({ person, items, onLogout }: UserMenuProps) {
  const t = useText(text)
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={css.who} onClick={() => setOpen(!open)}>
          <span className={css.face} aria-hidden="true">
            {Array.from(person.name.trim())[0]?.toUpperCase()}
          </span>
          <span className={css.whoName}>{person.name}</span>
          <span className={css.hidden}>{t.menu}</span>
          <IconChevronDown size={16} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={css.menu} aria-label={t.menu}>
        <div className={css.person}>
          <div className={css.personName}>{person.name}</div>
          <div className={css.personRole}>{person.role}</div>
        </div>
        <hr className={css.rule} />
        <div className={css.setting}>
          {t.language}
          <LanguageSwitch />
        </div>
        <div className={css.setting}>
          {t.theme}
          <ThemeSwitch />
        </div>
        <hr className={css.rule} />
        {items}
        <UserMenuItem icon={<IconLogout size={16} />} onClick={onLogout}>
          {t.logout}
        </UserMenuItem>
      </Popover.Dropdown>
    </Popover>
  )
}
