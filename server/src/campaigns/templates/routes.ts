import { ApiError } from '@simdeck/contract/errors.ts'
import { type Db, isUniqueViolation } from '../../platform/db/database.ts'
import { type Handlers, signedIn } from '../../platform/http/handler.ts'
import { checkValues } from '../targets/script-values.ts'
import { removeTemplate, renameTemplate, selectTemplates } from './queries.ts'
import { saveTemplate, templateById, templateShapes } from './templates.ts'

const takenName = (error: unknown): never => {
  throw isUniqueViolation(error) ? new ApiError('templateExists') : error
}

/** The options of campaigns by name. */
export function templateRoutes({
  db,
}: {
  db: Db
}): Handlers<'listOtaTemplates' | 'createOtaTemplate' | 'renameOtaTemplate' | 'deleteOtaTemplate'> {
  return {
    async listOtaTemplates() {
      return templateShapes(db, await selectTemplates(db))
    },

    async createOtaTemplate(call) {
      const { body, language, audit } = call
      await checkValues(db, body.options, signedIn(call))
      const id = await saveTemplate(db, { ...body, createdBy: signedIn(call).memberId, language, audit }).catch(takenName)
      return templateById(db, id)
    },

    async renameOtaTemplate({ params, body, audit }) {
      await db
        .transaction()
        .execute(async (trx) => {
          if (!(await renameTemplate(trx, params.id, body.name))) throw new ApiError('templateNotFound')
          await audit(trx)
        })
        .catch(takenName)
      return templateById(db, params.id)
    },

    async deleteOtaTemplate({ params, audit }) {
      await db.transaction().execute(async (trx) => {
        if (!(await removeTemplate(trx, params.id))) throw new ApiError('templateNotFound')
        await audit(trx)
      })
    },
  }
}
