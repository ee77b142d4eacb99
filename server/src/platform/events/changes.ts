import type { TopicName } from '@simdeck/contract/live-topics.ts'
import type { SettingKey } from '@simdeck/contract/settings.ts'

/** The ids of changed rows, sent to every node, which then reads the rows it needs. */
export type Change = {
  /** Ids of the changed rows of a topic. */
  readonly [topic in TopicName]?: readonly number[]
} & {
  /** Keys of saved system settings. */
  settings?: readonly SettingKey[]
  /** Members whose own settings were saved. */
  members?: readonly number[]
  /** Members whose row, role or sign-ins changed: sockets of ended sign-ins are closed, the others receive the new state. */
  people?: readonly number[]
  /** Members whose notifications changed; 0 stands for all members. */
  bells?: readonly number[]
  /** True if the access restrictions were saved. */
  access?: boolean
  /**
   * SIMs that every device port reads again: their due OTAs or keys changed, or they were added or deleted. `due`: the due OTAs of many
   * SIMs changed, and nothing else.
   */
  rereadSims?: readonly number[] | 'due' | 'all'
}

/** A change as it is delivered; absent fields are empty. `queues`: those to which a transaction that committed added stored work. */
export type WholeChange = Required<Change> & { queues: readonly string[] | 'all' }

/** Publishes a change; call it after the commit. Changes are batched, and failures are not thrown. */
export type Publish = (change: Change) => void
