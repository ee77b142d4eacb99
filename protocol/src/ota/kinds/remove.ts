import { deletion, swNotFound } from './deletion.ts'
import { beginsAnew } from './job-kind.ts'
import type { JobKind, OutcomeFault } from './job-kind.ts'

/** Removes the load file with all its instances, or one instance only. */
export interface RemoveParameters {
  packageAid: Uint8Array
  /** Present if `packageAid` is the AID of an instance, whose load file stays. */
  instanceOnly?: true
  /** The fault with which the job ends although the file is removed. */
  fault?: OutcomeFault
}

/** `notFound` is true if the card answered 6A88 to the first DELETE that can have run. */
interface RemoveFound {
  notFound: boolean
}

export const remove: JobKind<RemoveParameters, RemoveFound> = {
  isSecured: () => true,
  commands: ({ packageAid, instanceOnly }) => [deletion(packageAid, !instanceOnly, 1)],
  planAfter: beginsAnew,
  take: (found, { role }, { sw, plan }) => (role === 'delete' ? { notFound: sw === swNotFound && plan === 'first' } : found),
  outcome: (found, { fault }) => fault ?? (found?.notFound ? 'NotFound' : 'Succeeded'),
}
