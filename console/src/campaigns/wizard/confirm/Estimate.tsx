import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import { formatBytes, formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { wizardText } from '../wizard-text.tsx'
import css from '../wizard.module.css'

interface EstimateProps {
  dryRun: DryRun
  /** Further figures with their names. */
  more?: readonly (readonly [name: string, value: string])[]
}

/** The octets and commands that a dry run computed. */
export function Estimate({ dryRun: { bytesPerSim, bytesInAll, commandsPerSim }, more = [] }: EstimateProps) {
  const t = useText(wizardText)
  const figures = [
    [t.dataPerSim, formatBytes(bytesPerSim)],
    [t.dataInAll, formatBytes(bytesInAll)],
    [t.commandsPerSim, t.commands(formatNumber(commandsPerSim))],
    ...more,
  ] as const
  return (
    <dl className={css.estimate}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
