import { install } from './install.ts'
import { inventory } from './inventory.ts'
import type { JobKind } from './job-kind.ts'
import { remove } from './remove.ts'
import { script } from './script.ts'

/** Every kind of job by its name. */
const jobKinds = { install, remove, inventory, script }

type ParametersOf<Kind> = Kind extends { isSecured(parameters: infer Parameters): boolean } ? Parameters : never

/** What is to be done to the card: a kind of job, and its parameters. */
export type Job = { [Name in keyof typeof jobKinds]: { kind: Name } & ParametersOf<(typeof jobKinds)[Name]> }[keyof typeof jobKinds]

/** The kind of a job, which is given the job itself as its parameters. */
export function kindOf(job: Job): JobKind<Job, unknown> {
  return jobKinds[job.kind] as JobKind<Job, unknown>
}
