import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { deliveryTypes, safeLabel } from './identity-templates.ts'
import { listQuery } from './list.ts'
import { moment } from './moment.ts'
import { managementStatuses } from './sim-certificates.ts'

/** `None`: never written. `Active`: the card has returned the content octet for octet. */
export const fileStatuses = ['None', 'Writing', 'Active', 'Failed', 'Deleted'] as const
export type FileStatus = (typeof fileStatuses)[number]

/** The most octets that a file of the IoT SAFE applet holds. */
export const maxFileOctets = 4096
/** The most files of one SIM. */
export const maxFilesOfSim = 64

/** A file for any use in the IoT SAFE applet of a SIM. */
export const simFile = z.object({
  id: z.number(),
  simId: z.number(),
  iccid: z.string(),
  label: z.string(),
  /** The id of the file on the card, hex; the same on each SIM for a label. */
  objectId: z.string(),
  /** A file belongs to no key slot. */
  slotId: z.null(),
  /** The length of the wanted content, and the octets that the file has room for. */
  octets: z.number(),
  capacity: z.number(),
  status: z.enum(fileStatuses),
  /** `NeedUpdate`: the file is to be written anew. */
  managementStatus: z.enum(managementStatuses).nullable(),
  /** True if the wanted content is the one that the card returned last. */
  isCurrent: z.boolean(),
  deliveryType: z.enum(deliveryTypes),
  /** The time at which the card last returned the content octet for octet. */
  activeAt: z.string().nullable(),
  dataType: z.literal('file'),
  deviceType: z.literal('SIM'),
  last_polled_at: z.string().nullable(),
  /** True while an OTA on the file waits for a poll of the SIM. */
  isQueued: z.boolean(),
  /** The campaign whose OTA waits or works on it, or did so last. */
  campaignId: z.number().nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type SimFile = z.infer<typeof simFile>

export const simFileDetails = simFile.extend({
  /** The wanted content as text; null if it is not text. */
  content: z.string().nullable(),
  hexContent: z.string(),
  /** The end of the OTA that did not write the file; null unless the file is Failed. */
  failure: z.object({ code: z.number().nullable(), sw: z.string().nullable(), reason: z.string().nullable() }).nullable(),
})
export type SimFileDetails = z.infer<typeof simFileDetails>

const simParams = z.strictObject({ simId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const fileParams = z.strictObject({ fileId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const period = moment.optional()

export const fileSortFields = ['iccid', 'objectLabel', 'createdAt', 'updatedAt'] as const

const filters = {
  /** A part of the ICCID. */
  iccid: z.string().trim().min(1).max(20).optional(),
  /** A part of the label. */
  objectLabel: z.string().trim().min(1).max(62).optional(),
  status: z.enum(fileStatuses).optional(),
  managementStatus: z.enum(managementStatuses).optional(),
  createdAtFrom: period,
  createdAtTo: period,
  updatedAtFrom: period,
  updatedAtTo: period,
}

export const listFiles = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/files',
  needs: 'signedIn',
  summary: 'Files on SIMs, the newest first',
  query: listQuery(fileSortFields, filters),
  response: simFile,
  list: true,
})

export const listSimFiles = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/sims/{simId}/files',
  needs: 'signedIn',
  summary: 'Files of one SIM, the newest first',
  params: simParams,
  query: listQuery(fileSortFields, filters),
  response: simFile,
  list: true,
  errors: ['iotSafeSimNotFound'],
})

export const getFile = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/files/{fileId}',
  needs: 'signedIn',
  summary: 'One file with its wanted content',
  params: fileParams,
  response: simFileDetails,
  errors: ['fileNotFound'],
})

/** The content as text, which is written in UTF-8, or as hex. One of the two is needed. */
const contentParts = {
  content: z.string().max(maxFileOctets).optional(),
  hexContent: z
    .string()
    .max(2 * maxFileOctets)
    .regex(/^([0-9A-Fa-f]{2})*$/)
    .optional(),
}

const started = z.object({
  file: simFile,
  /** The campaign that carries it out; null if none was started. */
  campaignId: z.number().nullable(),
})

const unusable = ['contentRequired', 'fileTooLarge'] as const

export const createFile = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/sims/{simId}/files',
  needs: 'IOTSAFE_CERTIFICATES_CREATE',
  action: 'iotSafeAdd',
  summary: 'Add a file to a SIM. With delivery `Auto` it is written at once, over the air; with `Manual` it waits for its delivery',
  params: simParams,
  body: z.strictObject({
    label: safeLabel,
    ...contentParts,
    /** The octets that later contents may have; by default those of this content. */
    capacity: z.number().int().min(1).max(maxFileOctets).optional(),
    deliveryType: z.enum(deliveryTypes).default('Auto'),
  }),
  response: started,
  errors: [...unusable, 'fileExists', 'fileLimit', 'fileOtaOpen', 'iotSafeSimNotFound', 'noTargetSims'],
})

export const updateFile = endpoint({
  method: 'PUT',
  api: 'iotSafe',
  path: '/files/{fileId}',
  needs: 'IOTSAFE_CERTIFICATES_UPDATE',
  action: 'iotSafeUpdate',
  summary:
    'Change the content of a file. With delivery `Auto` it is written at once, over the air; an OTA that waits writes the new content',
  params: fileParams,
  body: z.strictObject(contentParts),
  response: started,
  errors: [...unusable, 'fileNotFound', 'fileState', 'fileOtaOpen', 'noTargetSims'],
})

export const deliverFile = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/files/{fileId}/deliver',
  needs: 'IOTSAFE_CERTIFICATES_UPDATE',
  action: 'iotSafeUpdate',
  summary: 'Write a file that waits into the SIM, over the air',
  params: fileParams,
  response: started,
  errors: ['fileNotFound', 'fileState', 'fileOtaOpen', 'noTargetSims'],
})

export const removeFile = endpoint({
  method: 'DELETE',
  api: 'iotSafe',
  path: '/files/{fileId}',
  needs: 'IOTSAFE_CERTIFICATES_DELETE',
  action: 'iotSafeDelete',
  summary: 'Delete a file from the SIM, over the air. A file that was never written is deleted at once',
  params: fileParams,
  response: started,
  errors: ['fileNotFound', 'fileState', 'fileOtaOpen', 'noTargetSims'],
})

export const markFile = endpoint({
  method: 'PUT',
  api: 'iotSafe',
  path: '/files/{fileId}/management',
  needs: 'IOTSAFE_CERTIFICATES_UPDATE',
  action: 'iotSafeUpdate',
  summary:
    'Mark a file to be written anew or deleted, or take the mark back. A mark for deletion can only be taken back, not replaced; a changed content keeps its mark',
  params: fileParams,
  body: z.strictObject({ managementStatus: z.enum(managementStatuses).nullable() }),
  response: simFile,
  errors: ['fileNotFound', 'fileState'],
})
