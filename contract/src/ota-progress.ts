import { z } from 'zod'

export const otaStatuses = ['Ready', 'Started', 'Interrupted', 'Failed', 'Succeeded', 'Blocked', 'NotFound'] as const
export type OtaStatus = (typeof otaStatuses)[number]

/** The statuses of an OTA that has not ended. */
export const openOtaStatuses: readonly OtaStatus[] = ['Ready', 'Started', 'Interrupted']

export const appletTypes = { poller: 0, other: 1 } as const
export type AppletType = (typeof appletTypes)[keyof typeof appletTypes]

export const actionTypes = { INSTALL_PACKAGE: 1, REMOVE_PACKAGE: 2, STORE_DATA: 3, RFM: 4 } as const
export type ActionType = (typeof actionTypes)[keyof typeof actionTypes]

/** The progress of one action on one applet of one SIM. The card confirmed `acked` of `total` commands. */
export const progress = z.object({
  status: z.enum(otaStatuses),
  action_type: z.object({ type: z.number() }),
  ota_id: z.number(),
  acked: z.number(),
  total: z.number(),
  code: z.number().nullable(),
  sw: z.string().nullable(),
  reason: z.string().nullable(),
  updated_at: z.string(),
})
export type Progress = z.infer<typeof progress>

/**
 * The statuses in which a replacement shows the progress of its uninstall (specification §4): its install has the status in `install`, and
 * its uninstall has one of those in `uninstall`. Otherwise it shows the progress of its install.
 */
export const uninstallShown: { install: OtaStatus; uninstall: readonly OtaStatus[] } = {
  install: 'Ready',
  uninstall: ['Blocked', 'Started', 'Interrupted', 'Failed'],
}

/** The combined progress of install and uninstall (specification §4). */
export function combinedProgress(install: Progress | null, uninstall: Progress | null): Progress | null {
  if (!install || !uninstall) return install ?? uninstall
  const showsUninstall = install.status === uninstallShown.install && uninstallShown.uninstall.includes(uninstall.status)
  return showsUninstall ? uninstall : install
}
