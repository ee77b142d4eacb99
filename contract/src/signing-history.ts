import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { moment } from './moment.ts'
import { certificateOrigins } from './sim-certificates.ts'

const time = z.string().nullable()
const period = moment.optional()

/** `Signed`: the CA signed the request of a device. `Revoked`: the certificate was revoked since. */
export const signingStatuses = ['Signed', 'Revoked'] as const

export const signing = z.object({
  id: z.number(),
  status: z.enum(signingStatuses),
  deviceType: z.literal('SIM'),
  signedBy: z.string(),
  csrSubject: z.string(),
  /** Hex. */
  serial: z.string(),
  slotId: z.number().nullable(),
  simId: z.number().nullable(),
  iccid: z.string().nullable(),
  /** Of the certificate on the SIM; null if that was deleted with its SIM. */
  certId: z.number().nullable(),
  /** Null if the certificate on the SIM was deleted with it. */
  origin: z.enum(certificateOrigins).nullable(),
  valid_from: z.string(),
  valid_to: z.string(),
  revokedAt: time,
  createdAt: z.string(),
})
export type Signing = z.infer<typeof signing>

export const listSignings = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/signing-history',
  needs: 'signedIn',
  summary: 'Certificates of devices that the CAs signed, the newest first',
  query: listQuery([], {
    status: z.enum(signingStatuses).optional(),
    deviceType: z.literal('SIM').optional(),
    /** The name of the CA. */
    signedBy: z.string().trim().min(1).max(64).optional(),
    /** A part of the subject. */
    csrSubject: z.string().trim().min(1).max(200).optional(),
    slotId: z.coerce.number().int().min(1).max(255).optional(),
    simId: z.coerce.number().int().positive().optional(),
    iccid: z
      .string()
      .trim()
      .regex(/^\d{18,20}$/)
      .optional(),
    createdAtFrom: period,
    createdAtTo: period,
  }),
  response: signing,
  list: true,
})
