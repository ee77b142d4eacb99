import type { WholeChange } from './events/changes.ts'
import type { Topic } from './events/topic.ts'
import type { Handlers } from './http/handler.ts'
import type { Job } from './jobs/job.ts'
import type { Queue } from './jobs/queue.ts'
import type { Platform } from './platform.ts'

/** The parts of a feature of the server. A feature may offer more to the features after it: its `feature.ts` returns a wider type. */
export type Feature = {
  /** Handlers of its API calls. */
  routes?: Partial<Handlers>
  /** Its recurring jobs, which begin after all features have started. */
  jobs?: readonly Job[]
  /** Its stored work, which nodes with the service `jobs` run. */
  queues?: readonly Queue[]
  /** Its records whose changes the websocket reports. */
  topics?: readonly Topic[]
  /** Receives every change of every node, including this one. A failure is logged. */
  onChange?: (change: WholeChange) => Promise<unknown> | void
  /** Runs before the server listens. */
  prepare?: () => Promise<unknown>
  /** Runs once the server listens. */
  start?: () => Promise<unknown>
  /** Ends running work; all features close at the same time. */
  close?: () => Promise<unknown>
}

type Opener = (platform: Platform, below: never) => Feature
type AllOf<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void ? All : never
type RoutesOf<Opened> = AllOf<{ [Name in keyof Opened]: Opened[Name] extends { routes: infer Routes } ? Routes : never }[keyof Opened]>

/** The features of a running server: by name, as a list, and the handlers of all of them. */
export type OpenFeatures<Opened> = { byName: Opened; list: readonly Feature[]; handlers: RoutesOf<Opened> }

/** Features in their order. Each receives the ones before it; a feature that needs a later one does not compile. */
export class FeatureList<Opened extends object> {
  readonly #openers: readonly (readonly [name: string, open: Opener])[]

  private constructor(openers: readonly (readonly [string, Opener])[]) {
    this.#openers = openers
  }

  static readonly empty = new FeatureList<object>([])

  with<Name extends string, One extends Feature>(
    name: Name,
    open: (platform: Platform, below: Opened) => One,
  ): FeatureList<Opened & Record<Name, One>> {
    return new FeatureList([...this.#openers, [name, open]])
  }

  /** The names of the features, which are the names of their folders. */
  get names(): string[] {
    return this.#openers.map(([name]) => name)
  }

  open(platform: Platform): OpenFeatures<Opened> {
    const byName: Record<string, Feature> = {}
    for (const [name, open] of this.#openers) byName[name] = open(platform, byName as never)
    const list = Object.values(byName)
    const handlers = Object.assign({}, ...list.map(({ routes }) => routes)) as RoutesOf<Opened>
    return { byName: byName as Opened, list, handlers }
  }
}
