import { certificate } from './certificate.ts'
import { install } from './install.ts'
import { inventory } from './inventory.ts'
import { iotSafe } from './iot-safe.ts'
import type { JobKind } from './job-kind.ts'
import { keyRotation } from './key-rotation.ts'
import { pollerKeys } from './poller-keys.ts'
import { removeExtra } from './remove-extra.ts'
import { remove } from './remove.ts'
import { rfm } from './rfm.ts'
import { safeFile } from './safe-file.ts'
import { script } from './script.ts'
import { storeData } from './store-data.ts'

/** Every kind of job by its name. */
const jobKinds = {
  install,
  remove,
  'remove-extra': removeExtra,
  inventory,
  'iot-safe': iotSafe,
  certificate,
  'safe-file': safeFile,
  'store-data': storeData,
  rfm,
  'key-rotation': keyRotation,
  'poller-keys': pollerKeys,
  script,
}

type ParametersOf<Kind> = Kind extends { isSecured(parameters: infer Parameters): boolean } ? Parameters : never

/** A job for the card: its kind and the parameters of the kind. */
export type Job = { [Name in keyof typeof jobKinds]: { kind: Name } & ParametersOf<(typeof jobKinds)[Name]> }[keyof typeof jobKinds]

/** The kind of a job. Its functions accept the job itself as the parameters. */
export function kindOf(job: Job): JobKind<Job, unknown> {
  return jobKinds[job.kind] as JobKind<Job, unknown>
}
