import { searchedRows } from '@simdeck/contract/logs.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { TextButton } from '../../ui/form/Button.tsx'
import { formatMoment } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { defineText, useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import css from './log-screen.module.css'

const text = defineText({
  searched: {
    ja: (n: string, at: string) => `新しい${n}件（${at}以降）から探しました。`,
    en: (n: string, at: string) => `Searched the newest ${n} records, since ${at}.`,
  },
  earlier: { ja: 'それより前を探す', en: 'Search earlier ones' },
})

/** Tells how far back a search went, and continues with the records before. */
export function SearchedTo({ at, onEarlier }: { at: string; onEarlier: (to: string) => void }) {
  useZone()
  const t = useText(text)
  return (
    <span className={css.cap}>
      <IconAlertTriangle size={15} />
      {t.searched(formatNumber(searchedRows), formatMoment(at))}
      <TextButton onClick={() => onEarlier(at)}>{t.earlier}</TextButton>
    </span>
  )
}
