import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'
import { moment } from './moment.ts'
import { simCertificate } from './sim-certificates.ts'

/** The kinds of object that an IoT SAFE applet keeps. */
export const iotSafeObjectKinds = ['privateKey', 'publicKey', 'file'] as const
export type IotSafeObjectKind = (typeof iotSafeObjectKinds)[number]

export const iotSafeObject = z.object({
  kind: z.enum(iotSafeObjectKinds),
  /** The id on the card, upper-case hex. */
  objectId: z.string(),
  label: z.string(),
  /** False for a file without content and for a key that was not made. */
  isActivated: z.boolean(),
  /** True if a device may read or change the object. */
  readable: z.boolean(),
  changeable: z.boolean(),
  /** The capacity of a file in octets, and its use; null for keys. */
  file: z.object({ size: z.number(), usage: z.enum(['general', 'certificate', 'other']) }).nullable(),
})
export type IotSafeObject = z.infer<typeof iotSafeObject>

/** A SIM that holds the IoT SAFE applet. */
export const iotSafeSim = z.object({
  id: z.number(),
  iccid: z.string(),
  device_alias: z.string().nullable(),
  /** The version of the applet. */
  version: z.string().nullable(),
  /** The number of objects that the card listed last, and its free memory in octets then; null if it was never asked. */
  objects: z.number().nullable(),
  freeOctets: z.number().nullable(),
  /** Time of the card's last answer. */
  readAt: z.string().nullable(),
  /** The states of the newest certificate; null if none was ever asked for. */
  newest: simCertificate
    .pick({ keyPairStatus: true, csrStatus: true, certStatus: true, deliveryType: true, managementStatus: true })
    .nullable(),
  /** The number of valid certificates, and the end of the one that ends first. */
  certificates: z.number(),
  earliestEnd: z.string().nullable(),
  last_polled_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type IotSafeSim = z.infer<typeof iotSafeSim>

/**
 * Each SIM belongs to one segment by its newest certificate. `attention`: a step has failed, the request was rejected, or the certificate
 * ended or was revoked. `pending`: it is on its way, or marked for renewal or deletion. `none`: there is none on the card.
 */
export const iotSafeSegments = ['active', 'pending', 'attention', 'none'] as const
export type IotSafeSegment = (typeof iotSafeSegments)[number]

export const iotSafeSortFields = ['iccid', 'readAt', 'last_polled_at', 'created_at', 'updated_at'] as const

const period = moment.optional()

export const listIotSafeSims = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/sims',
  needs: 'signedIn',
  summary: 'SIMs that hold the IoT SAFE applet',
  query: listQuery(iotSafeSortFields, {
    /** A part of the name or of the ICCID, or the beginning of the serial number of a certificate, at least 8 hex digits. */
    search: z.string().trim().min(1).max(100).optional(),
    /** A part of the ICCID. */
    iccid: z.string().trim().min(1).max(20).optional(),
    segment: z.enum(iotSafeSegments).optional(),
    created_start: period,
    created_end: period,
    updated_start: period,
    updated_end: period,
    lastPolled_start: period,
    lastPolled_end: period,
  }),
  response: iotSafeSim,
  list: true,
})

export const iotSafeFigures = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/sims/figures',
  needs: 'signedIn',
  summary: 'The number of SIMs that hold the IoT SAFE applet, by segment. On large fleets the figures may be some seconds old',
  response: z.object({ active: z.number(), pending: z.number(), attention: z.number(), none: z.number() }),
})

export const getIotSafeSim = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/sims/{simId}',
  needs: 'signedIn',
  summary: 'The IoT SAFE applet of a SIM, with the objects that its card listed last',
  params: z.strictObject({ simId: z.coerce.number().int().positive() }),
  response: iotSafeSim.extend({
    instanceAID: z.string(),
    /** Null if the card was never asked. */
    listed: z.array(iotSafeObject).nullable(),
    /** An OTA has changed the card since. */
    changedSince: z.boolean(),
  }),
  errors: ['iotSafeSimNotFound'],
})
