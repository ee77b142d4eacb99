import type { OtaLog } from '@simdeck/contract/ota.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { Steps } from '../../ui/frame/Steps.tsx'
import type { Step } from '../../ui/frame/Steps.tsx'
import { useText } from '../../ui/words/text.ts'
import type { Translations } from '../../ui/words/text.ts'
import { isRemoval, otaPercent, otaSteps } from './ota-steps.ts'
import type { OtaStepId } from './ota-steps.ts'
import { formatDuration, otaText } from './ota-text.ts'

/** Name of a step. The last step of an installation has the name of the installation itself. */
export function stepName(id: OtaStepId, log: OtaLog, t: Translations<typeof otaText>): string {
  return id === 'finish' && !isRemoval(log) ? t.install : t[id]
}

function stepNote(id: OtaStepId, log: OtaLog, t: Translations<typeof otaText>): string | undefined {
  const { acked, total } = log.progress
  switch (id) {
    case 'waiting':
      return t.campaign(log.campaign_id)
    case 'polled':
      return log.polled_at ? t.waitedFor(formatDuration(Date.parse(log.polled_at) - Date.parse(log.created_at), t)) : undefined
    case 'channel':
      return log.channel_at ? 'SCP03' : undefined
    case 'transfer':
      return [
        ...(total > 0 ? [t.commands(formatNumber(acked), formatNumber(total))] : []),
        ...(log.interruptions > 0 ? [t.interruptions(log.interruptions)] : []),
      ].join(' · ')
    case 'finish':
      return undefined
  }
}

/** Steps of an OTA with their times. The transfer shows the number of acknowledged commands. */
export function OtaProgressSteps({ log }: { log: OtaLog }) {
  const t = useText(otaText)
  const steps = otaSteps(log).map(({ id, state, at }): Step => {
    const step: Step = { id, name: stepName(id, log, t), state, at, note: stepNote(id, log, t) }
    return id === 'transfer' ? { ...step, percent: otaPercent(log) } : step
  })
  return <Steps label={t.progress} steps={steps} />
}
