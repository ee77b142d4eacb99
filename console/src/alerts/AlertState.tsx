import type { AlertRule } from '@simdeck/contract/alerts.ts'
import { IconAlertTriangle, IconClock, IconMoon, IconPlugConnectedX } from '@tabler/icons-react'
import { FailedGlyph, OfflineGlyph, SucceededGlyph } from '../ui/value/glyphs.tsx'
import { Status } from '../ui/value/StatusText.tsx'
import { formatHourMinute, formatMoment, useNow } from '../ui/words/clock.ts'
import { useLanguage } from '../ui/words/language.ts'
import { useText } from '../ui/words/text.ts'
import { useZone } from '../ui/words/zone.ts'
import { alertText, problemText } from './alert-text.ts'
import { lengthWords } from './condition-words.ts'

/** State of a rule. A rule that is not judged says so in place of its last state, unless it fires. */
export function AlertState({ rule, pill = false }: { rule: AlertRule; pill?: boolean }) {
  useZone()
  const t = useText(alertText)
  const problems = useText(problemText)
  const language = useLanguage()
  const now = useNow()
  const { on, phase, problem, late, judgedAt, since, severity, quietUntil } = rule
  const isFiring = phase === 'firing' || phase === 'recovering'
  if (!on)
    return (
      <Status tone="offline" glyph={<OfflineGlyph />} quiet pill={pill}>
        {t.off}
      </Status>
    )
  if (problem)
    return (
      <Status tone="interrupted" glyph={<IconPlugConnectedX size={15} />} pill={pill}>
        {problems[problem]}
      </Status>
    )
  if (late && !isFiring)
    return (
      <Status tone="interrupted" glyph={<IconPlugConnectedX size={15} />} pill={pill}>
        {judgedAt === null ? t.neverJudged : t.late(formatMoment(judgedAt))}
      </Status>
    )
  if (isFiring && severity === 'critical')
    return (
      <Status tone="failed" glyph={<FailedGlyph />} pill={pill}>
        {phase === 'recovering' ? t.recovering : t.critical}
      </Status>
    )
  if (isFiring)
    return (
      <Status tone="interrupted" glyph={quietUntil ? <IconMoon size={15} /> : <IconAlertTriangle size={15} />} pill={pill}>
        {phase === 'recovering' ? t.recovering : quietUntil ? t.quiet(formatHourMinute(quietUntil)) : t.firing}
      </Status>
    )
  if (phase === 'pending' || judgedAt === null)
    return (
      <Status tone="ready" glyph={<IconClock size={15} />} quiet pill={pill}>
        {judgedAt === null ? t.waiting : t.pending(lengthWords(now - Date.parse(since ?? judgedAt), language))}
      </Status>
    )
  return (
    <Status tone="succeeded" glyph={<SucceededGlyph />} quiet pill={pill}>
      {t.normal}
    </Status>
  )
}
