import { actionTypes } from '@simdeck/contract/ota-progress.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { StepState } from '../../ui/frame/Steps.tsx'

export type OtaStepId = 'waiting' | 'polled' | 'channel' | 'transfer' | 'finish'
export interface OtaStep {
  id: OtaStepId
  state: StepState
  /** Time at which the step was reached. The waiting step is reached when the OTA is created. */
  at: string | null
}

const ended = ['Succeeded', 'NotFound']
const stateOfCurrent = { Ready: 'now', Started: 'now', Interrupted: 'interrupted', Failed: 'failed', Blocked: 'failed' } as const

/**
 * Steps of an OTA. Each has the time at which it was first reached. The transfer is done when only the last command, which installs
 * or removes, is left. A command that the card refused counts as acknowledged on the server, but not as done here.
 */
export function otaSteps(log: OtaLog): OtaStep[] {
  const { status, acked, total, sw } = log.progress
  const succeeded = ended.includes(status)
  const refused = log.failed_command !== null && sw !== null
  const accepted = refused && total > 1 ? acked - 1 : acked
  const transferred = total > 0 && accepted >= Math.max(1, total - 1)
  const done: Record<OtaStepId, boolean> = {
    waiting: succeeded || log.polled_at !== null || log.channel_at !== null || log.started_at !== null,
    polled: succeeded || log.channel_at !== null || log.started_at !== null,
    channel: succeeded || log.started_at !== null,
    transfer: succeeded || transferred,
    finish: succeeded,
  }
  const at: Record<OtaStepId, string | null> = {
    waiting: log.created_at,
    polled: log.polled_at,
    channel: log.channel_at,
    transfer: log.started_at,
    finish: succeeded ? log.finished_at : null,
  }
  const order: OtaStepId[] = ['waiting', 'polled', 'channel', 'transfer', 'finish']
  const current = order.find((id) => !done[id])
  return order.map((id) => {
    if (done[id]) return { id, state: 'done', at: at[id] }
    if (id !== current || status === 'Succeeded' || status === 'NotFound') return { id, state: 'todo', at: null }
    const stopped = status === 'Failed' || status === 'Blocked'
    return { id, state: stateOfCurrent[status], at: stopped ? log.finished_at : at[id] }
  })
}

/** Share of acknowledged commands, 0 to 100. */
export function otaPercent({ progress: { acked, total } }: OtaLog): number {
  return total > 0 ? (acked / total) * 100 : 0
}

export function isRemoval(log: OtaLog): boolean {
  return log.progress.action_type.type === actionTypes.REMOVE_PACKAGE
}
