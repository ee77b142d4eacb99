import type { CommandApdu } from '../../apdu.ts'
import type { Cut, Wrapping } from '../chunk.ts'

/**
 * What the script has to allow for, from what is known of the card (OTA protocol §5.5): `first` nothing was ever sent; `again` the job
 * may be half done. A kind has further plans of its own, in words that it reads alone.
 */
export type JobPlan = 'first' | 'again' | (string & {})

export type CommandRole = 'externalAuthenticate' | 'delete' | 'installForLoad' | 'load' | 'lastLoad' | 'installForInstall' | 'command'

/** One command of a plain script, with what its answer means. */
export interface PlainCommand {
  role: CommandRole
  command: CommandApdu
  /** Status words that are as good as success here. */
  tolerated: readonly number[]
  /** How far the job is once this command is acked; what only prepares the way is 0. */
  position: number
}

/** What a plain script is built for besides its job; null wrapping: no secure channel. */
export interface ScriptContext {
  cut: Cut
  wrapping: Wrapping | null
  securityDomainAid: Uint8Array
}

/** What is known of a script that is left: commands before `acked` ran, those before `inDoubt` may have run, no later one did. */
export interface LeftScript<Found> {
  plan: JobPlan
  script: readonly PlainCommand[]
  acked: number
  inDoubt: number
  found: Found | null
}

/** The answer to a command that counts as success; data null: the card ran it, and what it answered did not arrive. */
export interface TakenAnswer {
  sw: number
  data: Uint8Array | null
  plan: JobPlan
}

/**
 * What follows a script that ran to its end: the end of the job, or `more`, another script by the next plan. `unreadable`: what the
 * card answered cannot be decoded.
 */
export type JobOutcome = 'Succeeded' | 'NotFound' | 'unreadable' | 'more'

/**
 * A kind of job: everything in which it differs from the others on its way to the card. All of it is pure. `Found` is what the kind
 * keeps of the card's answers until the job ends; it is stored as JSON with octets.
 */
export interface JobKind<Parameters, Found> {
  /** Whether its script runs in a secure channel. */
  isSecured(parameters: Parameters): boolean
  /** The commands of the script, without what opens the channel. */
  commands(parameters: Parameters, plan: JobPlan, context: ScriptContext): PlainCommand[]
  /** The plan after a script was left; not asked when nothing of it can have run. */
  planAfter(parameters: Parameters, left: LeftScript<Found>): JobPlan
  /** What is found once the command was answered so. Left out: nothing is kept. */
  take?(found: Found | null, command: PlainCommand, answer: TakenAnswer): Found | null
  /** Left out: `Succeeded`. */
  outcome?(found: Found | null): JobOutcome
}

/** The plan after a script of a kind that begins anew: the job may be half done. */
export const beginsAnew = (): JobPlan => 'again'
