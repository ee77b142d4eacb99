import type { RolloutDraft } from './rollout-draft.ts'

/** Input of the third step that stays while the user returns to an earlier one. The consent to losses and the typed number do not stay. */
export interface StartDraft {
  /** The start that the user or an earlier campaign chose; null for the proposed one. */
  rollout: RolloutDraft | null
  /** True if the SIMs are woken by SMS. */
  wakes: boolean
  /** The words to the approver. */
  note: string
  /** Random number that decides the wave of each SIM, so that the waves stay as they were shown. */
  seed: number
}

export const newStart = ({ rollout, wakes }: Pick<StartDraft, 'rollout' | 'wakes'> = { rollout: null, wakes: false }): StartDraft => ({
  rollout,
  wakes,
  note: '',
  seed: Math.floor(Math.random() * 1_000_000),
})
