import { useThemeStore } from '../ui/theme/theme-store.ts'
import { Segments } from '../ui/value/Bits.tsx'
import { defineText, useText } from '../ui/words/text.ts'
import css from './frame.module.css'

const text = defineText({
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
})

/** Choice of the colours in this browser, with its label. */
export function Appearance() {
  const t = useText(text)
  const { appearance, setAppearance } = useThemeStore()
  return (
    <div className={css.wideSetting}>
      {t.appearance}
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
    </div>
  )
}
