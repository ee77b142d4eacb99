import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { moment } from './moment.ts'
import { otaLog } from './ota.ts'
import { otaStatuses } from './ota-progress.ts'
import { simFields } from './sim-fields.ts'

/** The number of OTAs that the list searches if neither a SIM nor a campaign is given. */
export const newestOtas = 10_000

export const listOtaLogs = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/admin/log',
  needs: 'signedIn',
  summary: 'OTAs of one SIM or one campaign, newest first; without either, among the newest 10,000 of all',
  query: listQuery(['created_at', 'updated_at'], {
    simId: z.coerce.number().int().positive().optional(),
    iccid: z.string().regex(simFields.iccid.pattern).optional(),
    campaignId: z.coerce.number().int().positive().optional(),
    status: z.enum(otaStatuses).optional(),
    /** `true` lists cancelled OTAs, which are Failed; `false` lists all others. */
    cancelled: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional(),
    code: z.coerce.number().int().min(0).max(999).optional(),
    sw: z
      .string()
      .regex(/^[0-9A-Fa-f]{4}$/)
      .optional(),
    created_start: moment.optional(),
    created_end: moment.optional(),
  }),
  response: otaLog,
  list: true,
})
