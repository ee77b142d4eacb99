export const instruction = {
  verify: 0x20,
  initializeUpdate: 0x50,
  manageChannel: 0x70,
  externalAuthenticate: 0x82,
  select: 0xa4,
  getData: 0xca,
  putKey: 0xd8,
  storeData: 0xe2,
  delete: 0xe4,
  install: 0xe6,
  load: 0xe8,
  setStatus: 0xf0,
  getStatus: 0xf2,
} as const

/** The instructions that a security domain runs for an authenticated host. An application accepts only STORE DATA. */
export const domainInstructions: readonly number[] = [
  instruction.getData,
  instruction.putKey,
  instruction.storeData,
  instruction.delete,
  instruction.install,
  instruction.load,
  instruction.setStatus,
  instruction.getStatus,
]
export const applicationInstructions: readonly number[] = [instruction.storeData]

/** The instructions that open sessions and channels. They are never secured; EXTERNAL AUTHENTICATE has a C-MAC of its own. */
export const unsecuredInstructions: readonly number[] = [instruction.initializeUpdate, instruction.manageChannel, instruction.select]

/** The instructions that a locked card runs (GPC 2.3.1 §5.1.1.4). */
export const lockedInstructions: readonly number[] = [
  instruction.initializeUpdate,
  instruction.manageChannel,
  instruction.externalAuthenticate,
  instruction.select,
  instruction.getData,
  instruction.setStatus,
  instruction.getStatus,
]
