import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { IconRefresh } from '@tabler/icons-react'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import type { ButtonVariant } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { isRemoval } from './ota-steps.ts'
import { otaText } from './ota-text.ts'

interface RetryButtonProps {
  log: OtaLog
  sim: Sim
  /** Reason for which the button is disabled; null if it is enabled. */
  reason: string | null
  variant?: ButtonVariant
  onRemove: () => void
}

/**
 * Button that repeats an OTA. It repeats a removal after a confirmation. For an installation it opens the wizard with the same SIM,
 * package and parameters.
 */
export function RetryButton({ log, sim, reason, variant, onRemove }: RetryButtonProps) {
  const t = useText(otaText)
  const look = { size: 'sm', variant, icon: <IconRefresh size={16} /> } as const
  const { package: of } = log
  const label = isRemoval(log) ? t.removeAgain : t.again
  if (!isRemoval(log) && of && reason === null) {
    const { packageAID, otaVersion } = of
    const search = { simIds: String(sim.id), packageAID, otaVersion, label: of.label, again: String(log.id) }
    return (
      <LinkButton {...look} to="/otas/execute" search={search}>
        {label}
      </LinkButton>
    )
  }
  return (
    <DisabledReason reason={reason}>
      <Button {...look} disabled={reason !== null || !isRemoval(log)} onClick={onRemove}>
        {label}
      </Button>
    </DisabledReason>
  )
}
