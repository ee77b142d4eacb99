import type { ApprovalRequest } from '@simdeck/contract/approval.ts'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Section } from '../../ui/frame/Page.tsx'
import tones from '../../ui/theme/tones.module.css'
import { SucceededGlyph } from '../../ui/value/glyphs.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { campaignText } from '../campaign-text.ts'
import { diagnosisText } from '../diagnosis/diagnosis-text.ts'
import { awaitingText } from './awaiting-text.ts'
import css from './awaiting.module.css'

type Changes = NonNullable<ApprovalRequest['changes']>
const risks = ['deleted', 'withoutKeys', 'otherApplet'] as const satisfies readonly (keyof Changes)[]

/**
 * Numbers of SIMs by what has happened to them since the approval was asked for. `silentBefore`: silent SIMs of the dry run; null if
 * unknown.
 */
export function ChangesSince({ changes, silentBefore }: { changes: Changes; silentBefore: number | null }) {
  const t = useText(awaitingText)
  const words = useText(diagnosisText)
  return (
    <Section
      title={t.changes}
      note={
        <>
          {words.countedAt}
          <Time at={changes.at} />
        </>
      }
    >
      <ul className={css.changes}>
        <Line tone="ready" name={t.polled} count={changes.polled} words={t.polledWords} />
        <Line
          tone="ready"
          name={t.silent}
          count={changes.silent}
          words={silentBefore === null ? '' : t.silentWords(formatNumber(silentBefore))}
        />
        {risks.map((risk) => (
          <Line
            key={risk}
            tone={changes[risk] > 0 ? 'interrupted' : 'succeeded'}
            name={t[risk]}
            count={changes[risk]}
            words={changes[risk] > 0 ? t.riskWords : ''}
          />
        ))}
        <Line tone="succeeded" name={t.fixed} count={null} words={t.unchanged} />
      </ul>
    </Section>
  )
}

const glyphs: Readonly<Record<'ready' | 'interrupted' | 'succeeded', ReactNode>> = {
  ready: <IconClock />,
  interrupted: <IconAlertTriangle />,
  succeeded: <SucceededGlyph />,
}

function Line({ tone, name, count, words }: { tone: keyof typeof glyphs; name: string; count: number | null; words: string }) {
  const t = useText(campaignText)
  return (
    <li className={clsx(tones[tone])}>
      {glyphs[tone]}
      <span>{name}</span>
      <span className={css.count}>{count === null ? '—' : t.sims(formatNumber(count))}</span>
      <span className={css.soft}>{words}</span>
    </li>
  )
}
