import { ApiError } from '@simdeck/contract/errors.ts'
import { type Db, isUniqueViolation } from '../platform/db/database.ts'
import { type Caller, type Handlers, signedIn } from '../platform/http/handler.ts'
import { allAuthorities, authorityById, chainOf, type Dependencies, usableAuthority } from './authorities.ts'
import { withIssuers } from './authority-state.ts'
import { makeBackup, openBackup } from './backup.ts'
import { openKey, sealKey } from './keys.ts'
import { makeAuthority, makeRequest, storeAnswer } from './make-authority.ts'
import * as queries from './queries.ts'
import type { AuthorityRow } from './tables.ts'

type Calls =
  | 'listAuthorities'
  | 'getAuthority'
  | 'createAuthority'
  | 'requestAuthority'
  | 'uploadAuthorityCertificate'
  | 'setDefaultAuthority'
  | 'makeCrl'
  | 'backUpAuthority'
  | 'checkAuthorityBackup'
  | 'revokeAuthority'
  | 'deleteAuthority'

const throwNameTaken = (error: unknown): never => {
  throw isUniqueViolation(error) ? new ApiError('caExists') : error
}
const memberIdOf = (caller: Caller): number | null => caller.memberId
const subjectOf = (id: number) => [`setting:private-ca-${id}`] as const

async function locked(trx: Db, id: number): Promise<AuthorityRow> {
  const row = await queries.lockAuthority(trx, id)
  if (!row) throw new ApiError('caNotFound')
  return row
}

function checkName(confirmed: string, { name }: { name: string }): void {
  if (confirmed.trim() !== name) throw new ApiError('nameDiffers')
}

type Effects = {
  /** Makes the CRL and the OCSP signer of a CA, as far as they are due. */
  publish: (caId: number) => Promise<void>
  /** Reports a change of a CA to the consoles. */
  changed: (caId: number) => void
}

export function authorityRoutes({ publish, changed, ...from }: Dependencies & Effects): Handlers<Calls> {
  const { db, sealer } = from
  const changedAuthority = (id: number) => {
    changed(id)
    return authorityById(from, id)
  }
  return {
    listAuthorities: () => allAuthorities(from),

    getAuthority: ({ params }) => authorityById(from, params.id),

    async createAuthority(call) {
      const { body } = call
      checkName(body.confirmedName, body)
      const made = await db
        .transaction()
        .execute(async (trx) => {
          const id = await makeAuthority({ ...from, db: trx }, body, memberIdOf(signedIn(call)))
          await call.audit(trx, undefined, { subjects: subjectOf(id), name: body.name })
          return id
        })
        .catch(throwNameTaken)
      await publish(made)
      return changedAuthority(made)
    },

    async requestAuthority(call) {
      const made = await db
        .transaction()
        .execute(async (trx) => {
          const id = await makeRequest({ db: trx, sealer }, call.body, memberIdOf(signedIn(call)))
          await call.audit(trx, undefined, { subjects: subjectOf(id), name: call.body.name })
          return id
        })
        .catch(throwNameTaken)
      return changedAuthority(made)
    },

    async uploadAuthorityCertificate({ params, body, audit }) {
      await db.transaction().execute(async (trx) => {
        const row = await locked(trx, params.id)
        await storeAnswer(trx, row, body.certificates)
        await audit(trx, undefined, { subjects: subjectOf(params.id), name: row.name })
      })
      await publish(params.id)
      return changedAuthority(params.id)
    },

    async setDefaultAuthority({ params, audit }) {
      await db.transaction().execute(async (trx) => {
        const { name } = await locked(trx, params.id)
        await usableAuthority({ db: trx, sealer }, params.id)
        await queries.makeDefault(trx, params.id)
        await audit(trx, undefined, { subjects: subjectOf(params.id), name, changes: [{ field: 'default', before: false, after: true }] })
      })
      return changedAuthority(params.id)
    },

    async makeCrl({ params, audit }) {
      await usableAuthority({ db, sealer }, params.id)
      await db.transaction().execute(async (trx) => {
        const { name } = await locked(trx, params.id)
        await queries.askForCrl(trx, params.id)
        await audit(trx, undefined, { subjects: subjectOf(params.id), name })
      })
      await publish(params.id)
      return changedAuthority(params.id)
    },

    async backUpAuthority({ params, audit }) {
      const made = await db.transaction().execute(async (trx) => {
        const row = await locked(trx, params.id)
        const key = openKey(sealer, 'certificate_authorities', row)
        if (!key) throw new ApiError('caKeyMissing')
        const all = new Map((await queries.selectAuthorities(trx)).map((one) => [one.id, one]))
        const backup = makeBackup(key, chainOf(withIssuers(row, all)))
        await queries.updateAuthority(trx, params.id, { backed_up_at: new Date() })
        await audit(trx, undefined, { subjects: subjectOf(params.id), name: row.name })
        return { fileName: `ca-${params.id}-backup.pem`, ...backup }
      })
      changed(params.id)
      return made
    },

    async checkAuthorityBackup({ params, body, audit }) {
      const checked = await db.transaction().execute(async (trx) => {
        const row = await locked(trx, params.id)
        const key = openBackup(body.backup, body.passphrase, row.key_info)
        const restored = openKey(sealer, 'certificate_authorities', row) === null
        await queries.updateAuthority(trx, params.id, {
          backup_checked_at: new Date(),
          ...(restored && { private_key: sealKey(sealer, 'certificate_authorities', { key, keyInfo: row.key_info }) }),
        })
        await audit(trx, undefined, { subjects: subjectOf(params.id), name: row.name })
        return { restored }
      })
      changed(params.id)
      return checked
    },

    async revokeAuthority({ params, body, audit }) {
      await db.transaction().execute(async (trx) => {
        const row = await locked(trx, params.id)
        checkName(body.confirmedName, row)
        if (row.kind !== 'intermediate' || row.parent_id === null || !row.serial) throw new ApiError('caNotRevocable')
        if (row.revoked_at) throw new ApiError('caRevoked')
        const change = { revoked_at: new Date(), revocation_reason: body.reason, is_default: false }
        await queries.updateAuthority(trx, params.id, change)
        await queries.revokeSerial(trx, { caId: row.parent_id, serial: row.serial, reason: body.reason })
        const changes = [{ field: 'revocation', before: null, after: body.reason }]
        await audit(trx, undefined, { subjects: subjectOf(params.id), name: row.name, changes })
      })
      return changedAuthority(params.id)
    },

    async deleteAuthority({ params, body, audit }) {
      await db.transaction().execute(async (trx) => {
        const row = await locked(trx, params.id)
        checkName(body.confirmedName, row)
        if (row.is_default) throw new ApiError('caIsDefault')
        if (await queries.isInUse(trx, params.id)) throw new ApiError('caInUse')
        if (row.parent_id !== null && row.serial)
          await queries.revokeSerial(trx, { caId: row.parent_id, serial: row.serial, reason: 'cessationOfOperation' })
        await queries.removeAuthority(trx, params.id)
        await audit(trx, undefined, { subjects: subjectOf(params.id), name: row.name })
      })
      changed(params.id)
    },
  }
}
