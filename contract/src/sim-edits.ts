import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { faultName } from './fault-name.ts'
import { changedFields, newFields } from './sim-edit-fields.ts'
import { simFields } from './sim-fields.ts'
import { scp03Levels, simStatuses } from './sim-values.ts'
import { sim } from './sims.ts'

/** 19 or 20 digits (specification §5). */
export const iccid = z.string().regex(simFields.iccid.pattern)

const simId = z.strictObject({ id: z.coerce.number().int().positive() })

const groupId = z.number().int().positive().nullable()

const keyHex = (fault: 'invalidCapAuthKey' | 'invalidEncryptKey' | 'wrongFormat', ...lengths: readonly number[]) =>
  z.string().refine((hex) => /^([0-9A-Fa-f]{2})+$/.test(hex) && lengths.includes(hex.length / 2), faultName(fault))

/** The keys for writing to a SIM, as hex. No call returns them. The three SCP03 keys have one length. */
export const simKeys = z
  .strictObject({
    cap_auth_key: keyHex('invalidCapAuthKey', 16, 32),
    encrypt_key: keyHex('invalidEncryptKey', 16, 32),
    scp03_enc: keyHex('wrongFormat', 16, 24, 32),
    scp03_mac: keyHex('wrongFormat', 16, 24, 32),
    scp03_dek: keyHex('wrongFormat', 16, 24, 32),
    sd_aid: z
      .string()
      .regex(/^([0-9A-Fa-f]{2}){5,16}$/)
      .optional(),
    kvn: z.number().int().min(0).max(127).optional(),
  })
  .refine((keys) => keys.scp03_enc.length === keys.scp03_mac.length && keys.scp03_enc.length === keys.scp03_dek.length)

export const newSim = z.strictObject({
  iccid,
  ...newFields,
  group_id: groupId.default(null),
  /** INVENTORY by default, or AVAILABLE for ntt. */
  status: z.enum(simStatuses).optional(),
  keys: simKeys.optional(),
  /** 03 by default. Allowed only with keys. */
  scp03_level: z.enum(scp03Levels).optional(),
})

export const createSim = endpoint({
  method: 'POST',
  api: 'main',
  path: '/v1/sims',
  needs: 'SIM_CREATE',
  action: 'simAdd',
  summary: 'Add one SIM',
  body: newSim,
  response: sim,
  errors: ['simExists', 'groupNotFound', 'levelWithoutKeys', 'invalidCapAuthKey', 'invalidEncryptKey'],
})

/** Fields left out stay as they are. */
export const simChange = z.strictObject({ ...changedFields, group_id: groupId, keys: simKeys, scp03_level: z.enum(scp03Levels) }).partial()

export const updateSim = endpoint({
  method: 'PUT',
  api: 'main',
  path: '/v1/sims/{id}',
  needs: 'SIM_UPDATE',
  action: 'simUpdate',
  summary: 'Change one SIM',
  params: simId,
  body: simChange,
  response: sim,
  errors: ['simNotFound', 'emptyParameters', 'groupNotFound', 'levelWithoutKeys', 'invalidCapAuthKey', 'invalidEncryptKey'],
})

export const deleteSim = endpoint({
  method: 'DELETE',
  api: 'main',
  path: '/v1/sims/{id}',
  needs: 'SIM_DELETE',
  action: 'simDelete',
  summary: 'Delete one SIM, with its keys and its history',
  params: simId,
  errors: ['simNotFound', 'simOtaOpen', 'fleetBusy'],
})
