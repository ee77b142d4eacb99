import type { Dashboard } from '@simdeck/contract/dashboard.ts'
import { IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { ReactNode } from 'react'
import { MayButton } from '../session/MayButton.tsx'
import { Button, TextButton } from '../ui/form/Button.tsx'
import { Progress } from '../ui/value/Bits.tsx'
import { SucceededGlyph } from '../ui/value/glyphs.tsx'
import { useText } from '../ui/words/text.ts'
import css from './first-steps.module.css'
import { firstStepsText } from './first-steps-text.ts'

type Steps = NonNullable<Dashboard['firstSteps']>
type Name = Steps[number]['step']

const screens: Record<Name, { to: string; permission?: Permission; icon?: ReactNode }> = {
  mailServer: { to: '/settings/mail', permission: 'SETTING_SYSTEM_MAIL' },
  secondFactor: { to: '/personal/setting/security' },
  sims: { to: '/imports', permission: 'SIM_CREATE', icon: <IconUpload size={16} /> },
  package: { to: '/otas', permission: 'OTA_CREATE' },
  firstOta: { to: '/', permission: 'OTA_CREATE' },
}

/** The steps from an empty installation to the first OTA, with ticks. The first one that is left is the primary one. */
export function FirstSteps({ steps, onSkip }: { steps: Steps; onSkip: () => void }) {
  const t = useText(firstStepsText)
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)?.step
  return (
    <section className={css.first}>
      <h2>{t.title}</h2>
      <p className={css.words}>{t.words}</p>
      <div className={css.progress}>
        <Progress label={t.title} done={done} total={steps.length} tone="succeeded" />
        <span>
          {done} / {steps.length}
        </span>
      </div>
      <ol>
        {steps.map((step, index) => (
          <li key={step.step} className={clsx(step.done && css.done, step.step === next && css.next)}>
            <span className={css.mark}>
              {step.done ? (
                <>
                  <SucceededGlyph />
                  <span className={css.unseen}>{t.isDone}</span>
                </>
              ) : (
                <span className={css.number}>{index + 1}</span>
              )}
            </span>
            <div>
              <b>{t[step.step]}</b>
              <p>{t[`${step.step}Words`]}</p>
            </div>
            {step.done ? <span className={css.is}>{t.isDone}</span> : <StepButton step={step.step} isNext={step.step === next} />}
          </li>
        ))}
      </ol>
      <TextButton onClick={onSkip}>{t.skip}</TextButton>
    </section>
  )
}

function StepButton({ step, isNext }: { step: Name; isNext: boolean }) {
  const t = useText(firstStepsText)
  const navigate = useNavigate()
  const { to, permission, icon } = screens[step]
  const look = { icon, onClick: () => void navigate({ to }), ...(isNext && { variant: 'primary' as const }) }
  return permission ? (
    <MayButton permission={permission} {...look}>
      {t[`${step}Act`]}
    </MayButton>
  ) : (
    <Button {...look}>{t[`${step}Act`]}</Button>
  )
}
