import { Link } from '@tanstack/react-router'
import { defineText, useText } from '../ui/words/text.ts'
import { BareFrame } from './BareFrame.tsx'
import { LogoMark } from './Logo.tsx'
import css from './frame.module.css'

const text = defineText({
  lost: { ja: 'ページが見つかりません', en: 'Page not found' },
  lostWords: { ja: 'アドレスが間違っているか、ページがなくなっています。', en: 'The address is wrong, or the page is gone.' },
  home: { ja: 'SIM一覧へ', en: 'Go to the SIM list' },
})

/** Page for an address without a screen. */
export function NotFoundPage() {
  const t = useText(text)
  return (
    <BareFrame title={t.lost}>
      <div className={css.fullPage}>
        <LogoMark size={40} gap="var(--sd-bg)" />
        <h1>{t.lost}</h1>
        <p>{t.lostWords}</p>
        <Link to="/">{t.home}</Link>
      </div>
    </BareFrame>
  )
}
