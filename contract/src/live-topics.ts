import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import type { SocketEvent, TopicName } from './events.ts'

type EventOf<Name extends SocketEvent['event']> = Extract<SocketEvent, { event: Name }>

/** Stale answers: all of an endpoint, or those with these path parameters. */
export type Stale = { endpoint: Endpoint; params?: Record<string, number> }

/** Effect of the changes of one topic on the API answers that a client caches. */
export type LiveTopic<Name extends SocketEvent['event'] = SocketEvent['event']> = {
  /** The event that reports a change. */
  event: Name
  /** The row in the event. It replaces the older one in the answers of `list` and `one`. */
  row?: (event: EventOf<Name>) => { id: number }
  /** Lists of such rows. */
  list?: Endpoint
  /** The call that answers one row by its `id`. */
  one?: Endpoint
  /** True if a row that no cached list contains may be new. The lists are then loaded again. */
  mayBeNew?: true
  /** Other calls whose answers depend on such rows. */
  others?: readonly Endpoint[]
  /** Calls whose answers one event makes stale, beside the row in the event. */
  stale?: (event: EventOf<Name>) => readonly Stale[]
}

const topic = <Name extends SocketEvent['event']>(value: LiveTopic<Name>): LiveTopic => value as unknown as LiveTopic
const all = (...some: readonly Endpoint[]): Stale[] => some.map((endpoint) => ({ endpoint }))

const sims = topic({
  event: 'SIM_UPDATED',
  row: ({ sim }) => sim,
  list: endpoints.listSims,
  one: endpoints.getSim,
  others: [endpoints.listUnknownNumbers, endpoints.listGroups, endpoints.getGroup],
})

/** Every call whose answer depends on rows of the topic. */
export const callsOf = ({ list, one, others = [] }: LiveTopic): Endpoint[] =>
  [list, one, ...others].filter((endpoint) => endpoint !== undefined)

/** Each topic with the calls whose answers its changes make stale. A client needs nothing else to keep its cached answers current. */
export const liveTopics: Record<TopicName | 'me', LiveTopic> = {
  sims,
  jobs: topic({
    event: 'OTA_LOG',
    row: ({ otaLog }) => otaLog,
    list: endpoints.listOtaLogs,
    mayBeNew: true,
    others: [endpoints.listSimSessions, endpoints.listManagedPackageAids, endpoints.listPackages],
    stale: ({ simId: id }) => [
      { endpoint: endpoints.listSimSessions, params: { id } },
      ...all(endpoints.listManagedPackageAids, endpoints.listPackages),
    ],
  }),
  campaigns: topic({
    event: 'CAMPAIGN_UPDATED',
    row: ({ campaign }) => campaign,
    list: endpoints.listCampaigns,
    one: endpoints.getCampaign,
    mayBeNew: true,
  }),
  tasks: topic({
    event: 'TASK_UPDATED',
    row: ({ task }) => task,
    list: endpoints.listTasks,
    one: endpoints.getTask,
    mayBeNew: true,
    others: [endpoints.listTaskResults],
    stale: ({ task: { id, finishedAt, import: details } }) => [
      { endpoint: endpoints.listTaskResults, params: { id } },
      ...(finishedAt === null ? [] : all(...callsOf(sims))),
      ...(finishedAt !== null && details?.undoTaskId ? [{ endpoint: endpoints.getTask, params: { id: details.undoTaskId } }] : []),
    ],
  }),
  data: topic({ event: 'SIM_DATA_RECIEVED' }),
  me: topic({ event: 'ME_UPDATED', stale: () => all(endpoints.listMailChanges) }),
}
