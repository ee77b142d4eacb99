import { IconPlayerStop, IconShieldCheck } from '@tabler/icons-react'
import { failureText } from '../../session/api/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Button, TextButton } from '../../ui/form/Button.tsx'
import { Progress } from '../../ui/value/Bits.tsx'
import { formatMoment } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { checkChain, continueChain, stopChain, useChainCheck } from './chain-check.ts'
import type { ChainStep } from './chain-check.ts'
import css from './chain.module.css'
import { systemText } from './system-text.ts'

/** Button that starts the check of the chain, and stops it while it runs. */
export function VerifyButton() {
  const t = useText(systemText)
  const running = useChainCheck((check) => check.running)
  if (running)
    return (
      <Button icon={<IconPlayerStop size={16} />} onClick={stopChain}>
        {t.stopCheck}
      </Button>
    )
  return (
    <Button icon={<IconShieldCheck size={16} />} onClick={() => void checkChain()}>
      {t.verify}
    </Button>
  )
}

/** Progress or result of the check. A result stays until the next check. */
export function ChainResult() {
  const t = useText(systemText)
  const { step, running, failed } = useChainCheck()
  if (running) return <Running step={step} />
  const goOn = step && !step.done && <TextButton onClick={() => void continueChain()}>{t.continueCheck}</TextButton>
  if (failed !== null)
    return (
      <Note tone="failed">
        {t.notVerified} {failureText(failed)} {step && t.soFar(formatNumber(step.rows), formatNumber(step.total))} {goOn}
      </Note>
    )
  if (!step) return null
  if (step.fault) return <Fault fault={step.fault} />
  return (
    <div role="status">
      {step.done ? (
        <Note tone="succeeded">{t.intact(formatNumber(step.rows))}</Note>
      ) : (
        <Note tone="interrupted">
          {t.soFar(formatNumber(step.rows), formatNumber(step.total))} {goOn}
        </Note>
      )}
    </div>
  )
}

function Running({ step }: { step: ChainStep | null }) {
  const t = useText(systemText)
  const { rows, total } = step ?? { rows: 0, total: 0 }
  return (
    <div className={css.progress}>
      <Progress label={t.checking} done={rows} total={total} />
      <span>{total === 0 ? t.checking : t.checked(formatNumber(rows), formatNumber(total))}</span>
    </div>
  )
}

function Fault({ fault }: { fault: NonNullable<ChainStep['fault']> }) {
  const t = useText(systemText)
  const words = { changed: t.faulty, missing: t.missing, head: t.wrongHead }[fault.fault]
  return (
    <Note tone="failed">
      {words(formatNumber(fault.id), fault.at === null ? '—' : formatMoment(fault.at))} {t.verifyOnServer}
    </Note>
  )
}
