export const simStatuses = [
  'TEST_READY',
  'INVENTORY',
  'TRIAL',
  'ACTIVATION_READY',
  'ACTIVATED',
  'DEACTIVATED',
  'RETIRED',
  'PURGED',
  'PRE_ACTIVATED',
  'SUSPENDED',
  'OPERATOR_BARRED',
  'AVAILABLE',
  'TERMINATED',
  'TARIFF_HOLIDAY',
  'REPLACED',
] as const
export type SimStatus = (typeof simStatuses)[number]

/** `changed` until a user confirms the device; `unknown` until the first poll that reports an IMEI. */
export const imeiStatuses = ['unknown', 'same', 'changed', 'confirmed'] as const
export type ImeiStatus = (typeof imeiStatuses)[number]

/** The effect of a poll from another device than the one that the SIM is locked to: none, members are told, or also the SIM is suspended. */
export const imeiLocks = ['off', 'notify', 'suspend'] as const
export type ImeiLock = (typeof imeiLocks)[number]

export const operators = ['ntt', 'jasper', 'other'] as const
export const cmPlatforms = ['ntt', 'jasper', 'none'] as const
export const simTypes = ['SIM', 'eUICC'] as const

/** Security levels of SCP03 (GPC Amendment D §7.1.2.1), in hex as the specification writes them. */
export const scp03Levels = ['01', '03', '11', '13', '33'] as const
export type Scp03Level = (typeof scp03Levels)[number]
export const defaultScp03Level: Scp03Level = '03'
