import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { SimScp81 } from '@simdeck/contract/sim-scp81.ts'
import { formatAid } from '@simdeck/protocol/aid.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { checkSessionParameters } from '@simdeck/protocol/scp81/session-trigger.ts'
import { sealPsk } from '../key-sets/psk.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import { type Db, isUniqueViolation } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { changeKey, deleteKey, selectKey, selectSim, writeKey } from './queries.ts'

type Dependencies = { db: Db; sealer: Sealer; publish: Publish }

const field = 'SCP81'
const parametersText = {
  ja: '84、85、A5、86、89のデータオブジェクトを、それぞれ1つまで指定してください',
  en: 'Give data objects 84, 85, A5, 86 and 89, each at most once',
}

/** Handles the SCP81 identity of a SIM and its key, which no call returns. */
export function scp81Routes({ db, sealer, publish }: Dependencies): Handlers<'getSimScp81' | 'putSimScp81Key' | 'deleteSimScp81Key'> {
  async function simOf(on: Db, id: number, locks: boolean) {
    const sim = await selectSim(on, id, { locks })
    if (!sim) throw new ApiError('simNotFound')
    return { ...sim, name: sim.device_alias ?? sim.iccid }
  }

  return {
    async getSimScp81({ params: { id } }) {
      await simOf(db, id, false)
      return shown(db, id)
    },

    async putSimScp81Key({ params: { id }, body: { identity, key, ...given }, audit, language }) {
      const fields = {
        identity,
        files_aid: octetsOf(given.files_aid),
        trigger_tar: octetsOf(given.trigger_tar),
        trigger_parameters: checkedParameters(given.trigger_parameters, language),
      }
      const stored = db.transaction().execute(async (trx) => {
        const { iccid, name } = await simOf(trx, id, true)
        const before = await selectKey(trx, id)
        if (key !== undefined) await writeKey(trx, id, sealPsk(sealer, iccid, fromHex(key)), fields)
        else if (!(await changeKey(trx, id, fields))) throw new ApiError('scp81KeyMissing')
        const changes = [{ field, before: before?.identity ?? null, after: identity }, ...changesOf(before, fields)]
        await audit(trx, undefined, { name, changes })
      })
      await stored.catch((error: unknown) => {
        throw isUniqueViolation(error) ? new ApiError('scp81IdentityTaken') : error
      })
      publish({ sims: [id] })
      return shown(db, id)
    },

    async deleteSimScp81Key({ params: { id }, audit }) {
      await db.transaction().execute(async (trx) => {
        const { name } = await simOf(trx, id, true)
        const before = await selectKey(trx, id)
        const changes = before && (await deleteKey(trx, id)) ? [{ field, before: before.identity, after: null }] : []
        await audit(trx, undefined, { name, changes })
      })
      publish({ sims: [id] })
      return shown(db, id)
    },
  }
}

async function shown(db: Db, id: number): Promise<SimScp81> {
  const row = await selectKey(db, id)
  if (!row) return { key: null }
  const { identity, files_aid: filesAid, trigger_tar: tar, trigger_parameters: parameters, changed_at: changedAt, seen_at: seenAt } = row
  return {
    key: {
      identity,
      files_aid: filesAid && formatAid(filesAid),
      trigger_tar: tar && hexOf(tar),
      trigger_parameters: parameters && hexOf(parameters),
      changed_at: changedAt.toISOString(),
      seen_at: seenAt?.toISOString() ?? null,
    },
  }
}

const hexOf = (octets: Uint8Array): string => toHex(octets).toUpperCase()

/** The fields that belong to a key, by the names that the action log gives them. */
const names = { files_aid: 'SCP81 AID', trigger_tar: 'SCP81 TAR', trigger_parameters: 'SCP81 parameters' } as const

type Fields = Readonly<Record<keyof typeof names, Buffer | null>>

/** The changes of what belongs to a key, for the action log. */
function changesOf(before: Fields | undefined, fields: Fields) {
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((name) => {
    const [was, is] = [before?.[name] ?? null, fields[name]].map((octets) => octets && hexOf(octets))
    return was === is ? [] : [{ field: names[name], before: was, after: is }]
  })
}

const octetsOf = (hex: string | undefined): Buffer | null => (hex === undefined ? null : Buffer.from(fromHex(hex)))

/** Throws `ApiError('invalidInput')` for octets that are no parameters of a session. */
function checkedParameters(hex: string | undefined, language: Language): Buffer | null {
  const octets = octetsOf(hex)
  try {
    if (octets) checkSessionParameters(octets)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    throw new ApiError('invalidInput', { fields: [{ path: 'trigger_parameters', message: parametersText[language] }] })
  }
  return octets
}
