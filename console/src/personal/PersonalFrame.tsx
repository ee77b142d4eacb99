import type { ReactNode } from 'react'
import { Page, PageTabs } from '../ui/frame/Page.tsx'
import { useText } from '../ui/words/text.ts'
import { personalText } from './personal-text.ts'

const tabs = [
  { words: 'profile', to: '/personal/setting' },
  { words: 'security', to: '/personal/setting/security' },
  { words: 'signIns', to: '/personal/setting/sign-ins' },
  { words: 'notifications', to: '/personal/setting/notifications' },
] as const

/** Layout of the personal settings: tabs and the open tab. */
export function PersonalFrame({ open, children }: { open: (typeof tabs)[number]['to']; children: ReactNode }) {
  const t = useText(personalText)
  const current = tabs.find(({ to }) => to === open)
  const title = current && open !== '/personal/setting' ? `${t[current.words]} · ${t.title}` : t.title
  return (
    <Page title={title} heading={t.title}>
      <PageTabs label={t.title} tabs={tabs.map(({ words, to }) => ({ words: t[words], link: { to }, active: to === open }))} />
      {children}
    </Page>
  )
}
