import type { WholeChange } from './events/changes.ts'
import type { Topic } from './events/topic.ts'
import type { Handlers } from './http/handler.ts'
import type { Job } from './jobs/job.ts'
import type { Platform } from './platform.ts'

/** What a noun of the server brings. It may offer more to the features above it, by the type of what its `feature.ts` returns. */
export type Feature = {
  /** The calls of the APIs that it answers. */
  routes?: Partial<Handlers>
  /** Its recurring work, which begins once every feature has started. */
  jobs?: readonly Job[]
  /** What the websocket tells of it. */
  topics?: readonly Topic[]
  /** Hears of every change of every node, this one's too. A failure is logged. */
  onChange?: (change: WholeChange) => Promise<unknown> | void
  /** Runs before the server listens. */
  prepare?: () => Promise<unknown>
  /** Runs once the server listens. */
  start?: () => Promise<unknown>
  /** Ends what is under way, at the same time as the other features. */
  close?: () => Promise<unknown>
}

type Opener = (platform: Platform, below: never) => Feature
type AllOf<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void ? All : never
type RoutesOf<Opened> = AllOf<{ [Name in keyof Opened]: Opened[Name] extends { routes: infer Routes } ? Routes : never }[keyof Opened]>

/** The features of a running server: by name, as a list, and the calls of all of them. */
export type OpenFeatures<Opened> = { byName: Opened; list: readonly Feature[]; handlers: RoutesOf<Opened> }

/** Features in their order. Each is given those before it: one that needs a later feature does not compile. */
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

  /** The names, which are those of the folders. */
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
