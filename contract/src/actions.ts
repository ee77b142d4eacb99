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
  /** Any other call made with an API ID. */
  'openApiCall',
] as const
export type ActionName = (typeof actionNames)[number]

/** The sources of calls (specification §3, log sources). */
export const clientTypes = ['WEB_UI', 'OPEN_API'] as const
export type ClientType = (typeof clientTypes)[number]
