import type { TopicName } from '@simdeck/contract/events.ts'
import type { SettingKey } from '@simdeck/contract/settings.ts'

/** What changed, by id; told to every node, which then reads the rows it needs. */
export type Change = {
  /** Ids of a topic whose rows changed. */
  readonly [topic in TopicName]?: readonly number[]
} & {
  /** Settings of the system that were saved. */
  settings?: readonly SettingKey[]
  /** Members whose own settings were saved. */
  members?: readonly number[]
  /** Members whose row, role or sign-ins changed: sockets that no longer stand are closed, the others told who they are now. */
  people?: readonly number[]
  /** The access restrictions were saved. */
  access?: boolean
  /** Mails were queued. */
  mail?: boolean
  /** SIMs that may have work, or no longer have, or whose keys or row came or went: the device port's table reads them again. */
  work?: readonly number[] | 'all'
}

/** A change as it is delivered: what is not told of is empty. */
export type WholeChange = Required<Change>

/** Publishes after the commit; batched, and never thrown at the caller. */
export type Publish = (change: Change) => void
