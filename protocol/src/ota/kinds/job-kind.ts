import type { CommandApdu } from '../../apdu.ts'
import type { Cut, Wrapping } from '../chunk.ts'
import type { SecurityDomain } from '../security-domain.ts'

/**
 * Variant of the script, by the known state of the card (OTA protocol §5.5). `first`: nothing was sent yet; `again`: the job may be partly
 * done. Other values belong to one kind and are read only by it.
 */
export type JobPlan = 'first' | 'again' | (string & {})

export type CommandRole = 'externalAuthenticate' | 'delete' | 'installForLoad' | 'load' | 'lastLoad' | 'installForInstall' | 'command'

/** One command of a plain script, with the meaning of its answers. */
export interface PlainCommand {
  role: CommandRole
  command: CommandApdu
  /** Status words that count as success for this command. */
  tolerated: readonly number[]
  /** Progress of the job once this command is acked; 0 for commands that only prepare the job. */
  position: number
  /** A mark by which its kind recognizes the command in `take`. */
  mark?: string
}

/** Context of a plain script besides its job. `wrapping` is null without a secure channel. */
export interface ScriptContext {
  cut: Cut
  wrapping: Wrapping | null
  securityDomainAid: Uint8Array
}

/** An abandoned script. Commands before `acked` ran, commands from there to `inDoubt` may have run, later ones did not. */
export interface LeftScript<Found> {
  plan: JobPlan
  script: readonly PlainCommand[]
  acked: number
  inDoubt: number
  found: Found | null
}

/** A successful answer to a command. `data` is null if the command ran but its response data did not arrive. */
export interface TakenAnswer {
  sw: number
  data: Uint8Array | null
  plan: JobPlan
}

/**
 * Reason for which a job fails although all of its commands ran: the answers of the card cannot be decoded, the CA has refused the request of
 * the card, the card holds another key than that of the certificate, a file reads back other than it was written, the check values of new keys
 * are wrong, a new poller did not poll in time and was removed, a standby poller did not poll in time, the poller keeps its former keys,
 * the card holds other content than it did when a removal was decided, or the package to remove has applets that its confirmation did not name.
 */
export const outcomeFaults = [
  'unreadable',
  'requestRejected',
  'otherKey',
  'otherContent',
  'otherCheckValue',
  'newPollerSilent',
  'standbySilent',
  'formerKeys',
  'contentChanged',
  'otherApplets',
] as const
export type OutcomeFault = (typeof outcomeFaults)[number]

/** Result of a script that ran to its end: the status of the job, `more` if another script follows by the next plan, or its fault. */
export type JobOutcome = 'Succeeded' | 'NotFound' | 'more' | OutcomeFault

/**
 * The properties of one kind of job on its way to the card. All functions are pure. `Found` is the data that the kind keeps of the card's
 * answers until the job ends; it is stored as JSON with octets.
 */
export interface JobKind<Parameters, Found> {
  /** Present if the answers of the card hold contents that no log may have. */
  hasConfidentialAnswers?: true
  /** Present if the job changes the keys of the security domain. No other job follows it in its session. */
  changesKeys?: true
  /** Present if only a session of a poller can run the job. */
  needsPoller?: true
  /** Present if each script of the job needs a session of its own: the card polls again between two of them. */
  sessionPerScript?: true
  /** Present if all scripts of the job run in one session. A script that a session has left is not continued in another one. */
  runsInOneSession?: true
  /** The plan of the next script, in place of the stored one. `opensSession`: no script of the session precedes it. */
  planToBegin?(parameters: Parameters, stored: { plan: JobPlan; found: Found | null; opensSession: boolean }): JobPlan
  /** The security domain with the key set that opens the channel of the script; `usual` by default. */
  securityDomain?(parameters: Parameters, plan: JobPlan, usual: SecurityDomain): SecurityDomain
  /** The plan after the card has no key set of the version that the script needs; null if the job fails. */
  planWithoutKeySet?(parameters: Parameters, plan: JobPlan): JobPlan | null
  /** True if the script runs in a secure channel. */
  isSecured(parameters: Parameters): boolean
  /** Commands of the script, without those that open the channel. */
  commands(parameters: Parameters, plan: JobPlan, context: ScriptContext): PlainCommand[]
  /** The plan after an abandoned script. Not called if no command of the script can have run. */
  planAfter(parameters: Parameters, left: LeftScript<Found>): JobPlan
  /** The data kept after an answer to a command. A kind without this function keeps nothing. */
  take?(found: Found | null, command: PlainCommand, answer: TakenAnswer): Found | null
  /** Result of a completed script; `Succeeded` by default. */
  outcome?(found: Found | null, parameters: Parameters, plan: JobPlan): JobOutcome
}

/** `planAfter` of a kind that starts again from the beginning. */
export const beginsAnew = (): JobPlan => 'again'
