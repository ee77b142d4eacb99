import clsx from 'clsx'
import { formatNumber } from '../words/numbers.ts'
import { None } from './None.tsx'
import { defineText, useText } from '../words/text.ts'
import css from './status.module.css'

const text = defineText({
  extremelyStrong: { ja: '極めて強い', en: 'Extremely strong' },
  veryStrong: { ja: 'とても強い', en: 'Very strong' },
  strong: { ja: '強い', en: 'Strong' },
  veryWeak: { ja: 'とても弱い', en: 'Very weak' },
  unusable: { ja: '利用不可', en: 'Unusable' },
})

/** Quality class of an RSRP value in dBm (specification §4). */
export function signalClass(rsrpDbm: number): keyof typeof text {
  if (rsrpDbm >= -44) return 'extremelyStrong'
  if (rsrpDbm >= -90) return 'veryStrong'
  if (rsrpDbm >= -100) return 'strong'
  if (rsrpDbm >= -120) return 'veryWeak'
  return 'unusable'
}

const barsOf = { extremelyStrong: 4, veryStrong: 4, strong: 3, veryWeak: 1, unusable: 0 } as const

/** Bars and the RSRP value in dBm. The name of the quality class is the tooltip; with `withWords` it is also shown beside the value. */
export function SignalBars({ rsrpDbm, withWords = false }: { rsrpDbm: number | null | undefined; withWords?: boolean }) {
  const t = useText(text)
  if (rsrpDbm === null || rsrpDbm === undefined) return <None />
  const quality = signalClass(rsrpDbm)
  return (
    <span className={clsx(css.signal, quality === 'veryWeak' && css.low)} title={t[quality]}>
      <svg viewBox="0 0 16 14" width="16" height="14" role="img" aria-label={t[quality]}>
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={bar * 4.2}
            y={10 - bar * 3}
            width="2.8"
            height={4 + bar * 3}
            rx=".8"
            className={bar < barsOf[quality] ? css.on : css.off}
          />
        ))}
        {quality === 'unusable' && <path d="M1 1.5 5 5.5M5 1.5 1 5.5" className={css.cross} />}
      </svg>
      <span className={css.value}>{formatNumber(rsrpDbm)}</span>
      {withWords && <span>{t[quality]}</span>}
    </span>
  )
}
