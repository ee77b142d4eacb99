import { IconCheck } from '@tabler/icons-react'
import clsx from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import type { Moment } from '../words/clock.ts'
import { FailedGlyph, InterruptedGlyph, StartedGlyph, SucceededGlyph, TodoGlyph } from '../value/glyphs.tsx'
import { defineText, useText } from '../words/text.ts'
import { ClockTime } from '../value/Time.tsx'
import css from './steps.module.css'

export type StepState = 'done' | 'now' | 'failed' | 'interrupted' | 'todo'
export interface Step {
  id: string
  name: string
  state: StepState
  at?: Moment | null
  /** Text under the time: the duration or progress of the step (`69 / 112 ブロック`). */
  note?: ReactNode
  /** Progress of the running step, 0 to 100. */
  percent?: number
}

const text = defineText({
  done: { ja: '完了', en: 'done' },
  now: { ja: '実行中', en: 'running' },
  failed: { ja: '失敗', en: 'failed' },
  interrupted: { ja: '中断', en: 'interrupted' },
  todo: { ja: '未実行', en: 'not started' },
  back: { ja: (name: string) => `${name}へ戻る`, en: (name: string) => `Back to ${name}` },
})

function StepGlyph({ state, percent }: { state: StepState; percent: number }) {
  switch (state) {
    case 'done':
      return <SucceededGlyph />
    case 'now':
      return <StartedGlyph percent={percent} />
    case 'failed':
      return <FailedGlyph />
    case 'interrupted':
      return <InterruptedGlyph />
    case 'todo':
      return <TodoGlyph />
  }
}

/** Steps of a process with their times: from left to right, on phones from top to bottom. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  const t = useText(text)
  return (
    <ol className={css.steps} aria-label={label}>
      {steps.map(({ id, name, state, at, note, percent = 0 }) => (
        <li
          key={id}
          className={clsx(css.step, css[state])}
          style={{ '--p': `${percent}%` } as CSSProperties}
          aria-current={state === 'now' ? 'step' : undefined}
          aria-label={`${name}: ${t[state]}`}
        >
          <StepGlyph state={state} percent={percent} />
          <span className={css.name}>{name}</span>
          {at !== undefined && at !== null && <ClockTime at={at} />}
          {note && <span className={css.more}>{note}</span>}
        </li>
      ))}
    </ol>
  )
}

interface WizardBarProps {
  label: string
  steps: readonly string[]
  /** Index of the current step, from 0. */
  current: number
  /** Called when the user returns to an earlier step. Without it the user cannot return. */
  onBack?: (step: number) => void
}

/** Progress of a wizard: its steps and the current one. */
export function WizardBar({ label, steps, current, onBack }: WizardBarProps) {
  const t = useText(text)
  return (
    <ol className={css.wizard} aria-label={label}>
      {steps.map((name, index) => {
        const passed = index < current
        const content = (
          <>
            <span className={css.disc}>{passed ? <IconCheck size={14} /> : index + 1}</span>
            <span className={css.words}>{name}</span>
          </>
        )
        return (
          <li
            key={name}
            className={clsx(passed && css.passed, index === current && css.current)}
            aria-current={index === current ? 'step' : undefined}
          >
            {passed && onBack ? (
              <button type="button" className={css.back} aria-label={t.back(name)} onClick={() => onBack(index)}>
                {content}
              </button>
            ) : (
              content
            )}
          </li>
        )
      })}
    </ol>
  )
}
