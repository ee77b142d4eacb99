/** The names of actions in the action log (specification §3, audit action names). */
export const actionNames = [
  'memberAdd',
  'memberUpdate',
  'memberDelete',
  'settingAdd',
  'settingUpdate',
  'settingDelete',
  'openApiCreate',
  'openApiDelete',
  'simAdd',
  'simUpdate',
  'simDelete',
  'simImport',
  'simExport',
  'groupAdd',
  'groupUpdate',
  'groupDelete',
  'otaAdd',
  'otaUpdate',
  'otaDelete',
  'iotSafeAdd',
  /** Also: a certificate on a SIM was approved, rejected, marked or revoked. */
  'iotSafeUpdate',
  'iotSafeDelete',
  'alertAdd',
  'alertUpdate',
  'alertDelete',
  /** Ours: a member takes care of an item of the overview, or ends this. */
  'attentionUpdate',
  /** Any other call made with an API ID. */
  'openApiCall',
] as const
export type ActionName = (typeof actionNames)[number]

/** The sources of calls (specification §3, log sources). */
export const clientTypes = ['WEB_UI', 'OPEN_API'] as const
export type ClientType = (typeof clientTypes)[number]

/** The kinds of records that an action can concern. A setting has its key as id, all others have the number of their record. */
export const subjectKinds = ['sim', 'group', 'package', 'campaign', 'member', 'setting', 'apiId', 'alert', 'certificate', 'file'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** A record in the action log: `sim:12`. */
export type SubjectKey = `${SubjectKind}:${string | number}`

/** A value that an action changed, as JSON; `***` for a secret, null for none. */
export type ValueChange = { field: string; before: unknown; after: unknown }
