import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import type { Me } from './me.ts'
import type { UnreadNotifications } from './notifications.ts'
import type { Campaign, OtaLog } from './ota.ts'
import type { Sim } from './sims.ts'
import type { Task } from './tasks.ts'

/** Stale answers: all of an endpoint, or those with these path parameters. */
export type Stale = { endpoint: Endpoint; params?: Record<string, number> }

/** One kind of thing with live changes: its event, and the effect of the event on the API answers that a client caches. */
export type LiveTopic<Event extends { event: string } = { event: string }> = {
  /** The name of the event that reports a change. */
  event: Event['event']
  /** The row in the event. It replaces the older one in the answers of `list` and `one`. */
  row?(event: Event): { id: number }
  /** Lists of such rows. */
  list?: Endpoint
  /** The call that answers one row by its `id`. */
  one?: Endpoint
  /** True if a row that no cached list contains may be new. The lists are then loaded again. */
  mayBeNew?: true
  /** Other calls whose answers depend on such rows. */
  others?: readonly Endpoint[]
  /** Calls whose answers one event makes stale, beside the row in the event. */
  stale?(event: Event): readonly Stale[]
}

const topic = <Event extends { event: string }>(value: LiveTopic<Event>): LiveTopic<Event> => value
const all = (...some: readonly Endpoint[]): Stale[] => some.map((endpoint) => ({ endpoint }))

/** Every call whose answer depends on rows of the topic. */
export const callsOf = ({ list, one, others = [] }: LiveTopic): Endpoint[] =>
  [list, one, ...others].filter((endpoint) => endpoint !== undefined)

/** Calls for one SIM by its id that change with its row. */
const callsOfSim: readonly Endpoint[] = [
  endpoints.listSimStatusChanges,
  endpoints.getSimSignal,
  endpoints.listSimImeiChanges,
  endpoints.getSimSms,
  endpoints.getSimScp81,
]

const sims = topic<{ event: 'SIM_UPDATED'; sim: Sim }>({
  event: 'SIM_UPDATED',
  row: ({ sim }) => sim,
  list: endpoints.listSims,
  one: endpoints.getSim,
  others: [
    endpoints.listUnknownNumbers,
    endpoints.countSimValues,
    endpoints.countLastPolls,
    endpoints.countSimTags,
    endpoints.listGroups,
    endpoints.getGroupTotals,
    endpoints.getGroup,
    ...callsOfSim,
  ],
  stale: ({ sim: { id } }) => callsOfSim.map((endpoint) => ({ endpoint, params: { id } })),
})

/** An OTA, with the executable load file that it writes or removes: null for the removal of one without a package here. */
type OtaLogEvent = {
  event: 'OTA_LOG'
  otaLog: OtaLog
  simId: number
  loadFile: { packageAID: string; otaVersion: string; label: string } | null
  managedPackageLabel: string | null
}

/** One row of the SIM data log: data of a SIM, received by a poll or requested from the carrier by a user. */
type SimDataEvent = {
  event: 'SIM_DATA_RECIEVED'
  logAction: {
    simId: number
    source: 'poll' | 'carrier'
    user_name: string | null
    user_email: string | null
    created_at: string
    isSuccess: boolean
  }
}

/** A change of a certificate or file of the IoT SAFE applet of a SIM (specification §7). */
type IotSafeEvent = {
  event: 'IoT_SAFE'
  iccid: string
  iotsafeEvent: { status: string; objectLabel: string; simId: number; certOrFileId: number; notifiedAt: string }
}

const certificateCalls = [
  endpoints.listIotSafeSims,
  endpoints.iotSafeFigures,
  endpoints.listCertificates,
  endpoints.certificateFigures,
  endpoints.listSignings,
  endpoints.listRenewals,
]
const fileCalls = [endpoints.listFiles, endpoints.listSimFiles, endpoints.getFile]
const templateCalls = [endpoints.listIdentityTemplates, endpoints.getIdentityTemplate]
const authorityCalls = [endpoints.listAuthorities, endpoints.getAuthority]
const groupCalls = [endpoints.listGroups, endpoints.getGroupTotals, endpoints.getGroup, endpoints.listGroupCampaigns]
const driftCalls = [
  endpoints.listDifferingSims,
  endpoints.getDriftFigures,
  endpoints.getDriftRemedies,
  endpoints.getDriftExtras,
  endpoints.getSimDrift,
]
const packageCalls = [endpoints.listPackages, endpoints.getPackage, endpoints.getPackageUses, endpoints.listManagedPackageAids]

/** The topics whose changed rows nodes publish by id, to each other and to sockets. Events are spelled as in the specification. */
const rowTopics = {
  sims,
  jobs: topic<OtaLogEvent>({
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
  /** Our event: the state or the figures of a campaign changed. At most one a second for each campaign. */
  campaigns: topic<{ event: 'CAMPAIGN_UPDATED'; campaign: Campaign }>({
    event: 'CAMPAIGN_UPDATED',
    row: ({ campaign }) => campaign,
    list: endpoints.listCampaigns,
    one: endpoints.getCampaign,
    mayBeNew: true,
  }),
  /** Our event: an import or a change of many SIMs began, continued or ended. At most one a second for each task. */
  tasks: topic<{ event: 'TASK_UPDATED'; task: Task }>({
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
  /** Our event: a group was added, changed or deleted. */
  groups: topic<{ event: 'GROUPS_CHANGED' }>({ event: 'GROUPS_CHANGED', others: groupCalls, stale: () => all(...groupCalls) }),
  data: topic<SimDataEvent>({ event: 'SIM_DATA_RECIEVED' }),
  /** Refreshes from the carrier, whose event is that of `data`; the console applies the later entry to both. */
  carrierData: topic<SimDataEvent>({
    event: 'SIM_DATA_RECIEVED',
    others: [endpoints.listSimDataLogs],
    stale: ({ logAction: { simId, source } }) =>
      source === 'carrier' ? [{ endpoint: endpoints.listSimDataLogs, params: { id: simId } }] : [],
  }),
  /** Our event: a package or a managed AID was added, changed or deleted. */
  packages: topic<{ event: 'PACKAGES_CHANGED' }>({ event: 'PACKAGES_CHANGED', others: packageCalls, stale: () => all(...packageCalls) }),
  /** Our event, at most one a second: the difference between a card and what it should hold has changed. */
  drift: topic<{ event: 'DRIFT_CHANGED' }>({ event: 'DRIFT_CHANGED', others: driftCalls, stale: () => all(...driftCalls) }),
  /** Our event: a CA was added, changed or deleted, or its CRL was made. */
  authorities: topic<{ event: 'CERTIFICATE_AUTHORITIES_CHANGED' }>({
    event: 'CERTIFICATE_AUTHORITIES_CHANGED',
    others: authorityCalls,
    stale: () => all(...authorityCalls),
  }),
  /** Files on SIMs, whose event is that of `certificates`; the console applies the later entry to both. */
  files: topic<IotSafeEvent>({ event: 'IoT_SAFE' }),
  /** Certificates on SIMs. */
  certificates: topic<IotSafeEvent>({
    event: 'IoT_SAFE',
    others: [...certificateCalls, endpoints.listSimCertificates, endpoints.getCertificate, ...fileCalls],
    stale: ({ iotsafeEvent: { simId, certOrFileId: certId } }) => [
      ...all(...certificateCalls),
      { endpoint: endpoints.listSimCertificates, params: { simId } },
      { endpoint: endpoints.getCertificate, params: { certId } },
      ...all(endpoints.listFiles),
      { endpoint: endpoints.listSimFiles, params: { simId } },
      { endpoint: endpoints.getFile, params: { fileId: certId } },
    ],
  }),
  /** Our event: a template was added, changed or deleted. */
  templates: topic<{ event: 'IDENTITY_TEMPLATES_CHANGED' }>({
    event: 'IDENTITY_TEMPLATES_CHANGED',
    others: templateCalls,
    stale: () => all(...templateCalls),
  }),
  /** Our event, each minute and after each change of a care: the figures of the overview are new. */
  dashboard: topic<{ event: 'DASHBOARD_CHANGED' }>({
    event: 'DASHBOARD_CHANGED',
    others: [endpoints.getDashboard, endpoints.getDashboardSeries],
    stale: () => all(endpoints.getDashboard, endpoints.getDashboardSeries),
  }),
}
export type TopicName = keyof typeof rowTopics
export const topicNames = Object.keys(rowTopics) as TopicName[]

/** Each topic with the calls whose answers its changes make stale. A client needs nothing else to keep its cached answers current. */
export const liveTopics = {
  ...rowTopics,
  /** Our event for the member's sockets: the name, role or multi-factor authentication of the member changed. */
  /** Our event for the member's sockets, at their start and after each change: the unread notifications. */
  notifications: topic<{ event: 'NOTIFICATIONS_UPDATED'; unread: UnreadNotifications }>({
    event: 'NOTIFICATIONS_UPDATED',
    others: [endpoints.getNotifications],
    stale: () => all(endpoints.getNotifications),
  }),
  me: topic<{ event: 'ME_UPDATED'; me: Me }>({ event: 'ME_UPDATED', stale: () => all(endpoints.listMailChanges) }),
}

type EventOf<Topic> = Topic extends LiveTopic<infer Event> ? Event : never
/** The events of all topics. */
export type TopicEvent = EventOf<(typeof liveTopics)[keyof typeof liveTopics]>
