import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { IconRefresh } from '@tabler/icons-react'
import { Because } from '../../ui/feedback/Because.tsx'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import type { ButtonVariant } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { isRemoval } from './ota-steps.ts'
import { otaText } from './ota-text.ts'

interface RetryButtonProps {
  log: OtaLog
  sim: Sim
  /** Why it cannot be done now. */
  reason: string | null
  variant?: ButtonVariant
  onRemove: () => void
}

/** Runs an OTA again: a removal after a question, an installation by the wizard with the SIM, the package and its parameters as they were. */
export function RetryButton({ log, sim, reason, variant, onRemove }: RetryButtonProps) {
  const t = useText(otaText)
  const look = { size: 'sm', variant, icon: <IconRefresh size={16} /> } as const
  const { package: of } = log
  const words = isRemoval(log) ? t.removeAgain : t.again
  if (!isRemoval(log) && of && reason === null) {
    const { packageAID, otaVersion, label } = of
    return (
      <LinkButton {...look} to="/otas/execute" search={{ simIds: String(sim.id), packageAID, otaVersion, label, again: String(log.id) }}>
        {words}
      </LinkButton>
    )
  }
  return (
    <Because reason={reason}>
      <Button {...look} disabled={reason !== null || !isRemoval(log)} onClick={onRemove}>
        {words}
      </Button>
    </Because>
  )
}
