import { Popover } from '@mantine/core'
import type { Language } from '@simdeck/contract/languages.ts'
import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { createContext, useContext, useState } from 'react'
import type { ReactNode } from 'react'
import { Segments } from '../ui/value/Bits.tsx'
import { useLanguage, useLanguageStore } from '../ui/words/language.ts'
import { defineText, useText } from '../ui/words/text.ts'
import { useThemeStore } from '../ui/theme/theme-store.ts'
import css from './frame.module.css'

const text = defineText({
  menu: { ja: 'ユーザーメニュー', en: 'User menu' },
  language: { ja: '表示言語', en: 'Language' },
  appearance: { ja: 'このブラウザーの配色', en: 'Colours in this browser' },
  company: { ja: '会社の設定', en: 'Company' },
  companyWords: { ja: '設定の「テーマ」で会社が選んだ配色', en: 'The theme that your company chose in the settings' },
  os: { ja: 'OSに合わせる', en: 'Match the OS' },
  osWords: {
    ja: 'パソコンやスマートフォンがダークのときはダーク、それ以外は会社の設定',
    en: 'Dark while your computer or phone is dark, the company’s theme otherwise',
  },
  light: { ja: 'ライト', en: 'Light' },
  dark: { ja: 'ダーク', en: 'Dark' },
  logout: { ja: 'ログアウト', en: 'Sign out' },
})

/** Switch between 日本語 and English, each named in its own language. */
export function LanguageSwitch({ onChange }: { onChange?: (language: Language) => void }) {
  const t = useText(text)
  const setLanguage = useLanguageStore((state) => state.setLanguage)
  return (
    <Segments
      label={t.language}
      value={useLanguage()}
      options={[
        { value: 'ja', words: '日本語', lang: 'ja' },
        { value: 'en', words: 'English', lang: 'en' },
      ]}
      onChange={onChange ?? setLanguage}
    />
  )
}

function AppearanceSwitch() {
  const t = useText(text)
  const { appearance, setAppearance } = useThemeStore()
  return (
    <Segments
      label={t.appearance}
      value={appearance}
      options={[
        { value: 'company', words: t.company, note: t.companyWords },
        { value: 'os', words: t.os, note: t.osWords },
        { value: 'light', words: t.light },
        { value: 'dark', words: t.dark },
      ]}
      onChange={setAppearance}
    />
  )
}

export interface Person {
  name: string
  /** Name of the role in the user's language. */
  role: string
}

const CloseMenu = createContext(() => {})

type UserMenuItemProps = { icon: ReactNode; children: ReactNode } & (
  | { onClick: () => void }
  | { href: string; newTab?: boolean }
  | { to: LinkProps['to'] }
)

/** Entry of the user menu: an action, an external address or a screen. A click closes the menu. */
export function UserMenuItem({ icon, children, ...target }: UserMenuItemProps) {
  const close = useContext(CloseMenu)
  if ('to' in target) {
    return (
      <Link className={css.item} to={target.to} onClick={close}>
        {icon}
        {children}
      </Link>
    )
  }
  if ('href' in target) {
    const away = target.newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {}
    return (
      <a className={css.item} href={target.href} onClick={close} {...away}>
        {icon}
        {children}
      </a>
    )
  }
  const act = (): void => {
    close()
    target.onClick()
  }
  return (
    <button type="button" className={css.item} onClick={act}>
      {icon}
      {children}
    </button>
  )
}

interface UserMenuProps {
  person: Person
  /** Further entries above the sign-out, as `UserMenuItem`s. */
  items?: ReactNode
  onLanguage?: (language: Language) => void
  onLogout: () => void
}

/** User menu: name and role, language, appearance, further entries, and the sign-out. */
export function UserMenu({ person, items, onLanguage, onLogout }: UserMenuProps) {
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
          <LanguageSwitch onChange={onLanguage} />
        </div>
        <div className={css.wideSetting}>
          {t.appearance}
          <AppearanceSwitch />
        </div>
        <hr className={css.rule} />
        <CloseMenu value={() => setOpen(false)}>
          {items}
          <UserMenuItem icon={<IconLogout size={16} />} onClick={onLogout}>
            {t.logout}
          </UserMenuItem>
        </CloseMenu>
      </Popover.Dropdown>
    </Popover>
  )
}
